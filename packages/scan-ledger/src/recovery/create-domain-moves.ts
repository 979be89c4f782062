import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { FactsStore } from '../ports/facts-store.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import { type DomainMove, type DomainNames, domainNames, moved, nameDomain } from './domain-names.ts';
import { DOMAINS_FACT, serverFact } from './server-fact.ts';

/** Options of createDomainMoves. */
export interface DomainMovesOptions {
  readonly store: Pick<OutboxStore, 'moveDomain'>;
  readonly facts: FactsStore;
  readonly owner: () => LedgerOwner | null;
  /** Called once rows are under another name. */
  readonly onReturned: (ids: string[]) => void;
  readonly log: LedgerLog;
}

/** Rows of one transaction. */
const AT_ONCE = 50;

/** Creates `follow`, which moves the rows of a renamed domain to its name of now. It never rejects. */
export function createDomainMoves({ store, facts, owner, onReturned, log }: DomainMovesOptions) {
  const parse = (fact: unknown): DomainNames | null => domainNames.safeParse(fact).data ?? null;
  const change = async (next: (known: DomainNames | null) => DomainNames | null) =>
    parse(await facts.change(DOMAINS_FACT, (known) => next(parse(known)) ?? undefined));
  /** The domain that this page has followed: most calls change nothing. */
  let followed = '';

  async function move(done: DomainMove): Promise<DomainNames | null> {
    while ((await store.moveDomain({ ...done, limit: AT_ONCE })) > 0);
    const known = await facts.read(serverFact(done.from));
    await facts.change(serverFact(done.to), () => known);
    return change((names) => moved(names, done));
  }

  return async (): Promise<void> => {
    const { domain, domainId } = owner() ?? {};
    if (domain === undefined || domainId === undefined || followed === `${domainId} ${domain}`) return;
    followed = `${domainId} ${domain}`;
    try {
      let names = await change((known) => nameDomain(known, domainId, domain));
      if (!names || names.moves.length === 0) return;
      log({ name: 'ledger-domain-renamed', properties: { moves: names.moves.length } });
      for (let next = names.moves[0]; next; next = names?.moves[0]) names = await move(next);
      onReturned([]);
    } catch (cause) {
      followed = '';
      log({ name: 'ledger-domain-not-moved', cause });
    }
  };
}
