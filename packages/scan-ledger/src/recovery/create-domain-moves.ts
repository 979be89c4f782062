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
  /** Returns the first id that this clerk has made in this page, or may make. */
  readonly firstId: (who: LedgerOwner) => Promise<string>;
  /** Called once rows are under another name. */
  readonly onReturned: (ids: string[]) => void;
  readonly log: LedgerLog;
}

/** Rows of one transaction. */
const AT_ONCE = 50;

/**
 * Creates `follow`, which moves the rows of a renamed domain to its name of now. Resolves to whether they are there. It
 * never rejects.
 */
export function createDomainMoves({ store, facts, owner, firstId, onReturned, log }: DomainMovesOptions) {
  const parse = (fact: unknown): DomainNames | null => domainNames.safeParse(fact).data ?? null;
  const change = async (next: (known: DomainNames | null) => DomainNames | null) =>
    parse(await facts.change(DOMAINS_FACT, (known) => next(parse(known)) ?? undefined));
  /** The domain that this page has followed: most calls change nothing. */
  let followed: { readonly who: string; readonly done: Promise<boolean> } | null = null;

  async function move(done: DomainMove): Promise<DomainNames | null> {
    while ((await store.moveDomain({ ...done, limit: AT_ONCE })) > 0);
    const known = (await facts.read(serverFact(done.from))) ?? undefined;
    await facts.change(serverFact(done.to), () => known);
    // The new holder of the name has receipts of its own.
    if (done.before !== undefined) await facts.change(serverFact(done.from), () => null);
    return change((names) => moved(names, done));
  }

  async function follow(who: LedgerOwner, id: string): Promise<boolean> {
    try {
      const seen = { id, name: who.domain, epoch: who.epoch, firstId: await firstId(who) };
      let names = await change((known) => nameDomain(known, seen));
      if (!names || names.moves.length === 0) return true;
      log({ name: 'ledger-domain-renamed', properties: { moves: names.moves.length } });
      for (let next = names.moves[0]; next; next = names?.moves[0]) names = await move(next);
      onReturned([]);
      return true;
    } catch (cause) {
      followed = null;
      log({ name: 'ledger-domain-not-moved', cause });
      return false;
    }
  }

  return async (): Promise<boolean> => {
    const who = owner();
    if (!who || who.domainId === undefined) return true;
    const key = `${who.domainId} ${who.domain}`;
    if (followed?.who !== key) followed = { who: key, done: follow(who, who.domainId) };
    return followed.done;
  };
}
