import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { FactsStore } from '../ports/facts-store.ts';
import type { DomainNames } from './domain-names.ts';
import { DOMAINS_FACT } from './server-fact.ts';

/** How long what waits under a known name is not sent while the id of the domain is not known. */
const ID_WAIT_MS = 30_000;

/** Options of createNameGate. */
export interface NameGateOptions {
  readonly facts: Pick<FactsStore, 'read'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Pick<Clock, 'now'>;
  /** Moves what waits under another name of the domain. Resolves to whether all of it is there. */
  readonly followDomain: () => Promise<boolean>;
}

/** Resolves to whether the rows under the name of the domain are its own. */
export interface NameGate {
  (signal: AbortSignal): Promise<boolean>;
  /** Whether that is known already. */
  isOpen(): boolean;
}

/**
 * Creates `whenNamed`. It resolves once the rows under the name of the signed-in clerk's domain are its own; to `false`
 * where that is not known yet, or the signal aborts.
 */
export function createNameGate({ facts, owner, clock, followDomain }: NameGateOptions): NameGate {
  let named = '';
  let unknown = { who: '', since: 0 };

  async function isNamed({ domain, domainId }: LedgerOwner, who: string): Promise<boolean> {
    const known = (await facts.read(DOMAINS_FACT).catch(() => null)) as DomainNames | null | undefined;
    const { names = {}, moves = [] } = known ?? {};
    if (domainId === undefined) {
      const now = clock.now();
      if (unknown.who !== who) unknown = { who, since: now };
      // A server that has told ids before tells this one in a moment.
      if (Object.values(names).includes(domain) && Math.abs(now - unknown.since) < ID_WAIT_MS) return false;
    } else if (known && (names[domainId] !== domain || moves.length > 0) && !(await followDomain())) return false;
    named = who;
    return true;
  }

  const nameOf = (by: LedgerOwner | null) => JSON.stringify([by?.domain, by?.domainId, by?.clerk]);

  function whenNamed(signal: AbortSignal): Promise<boolean> {
    const by = owner();
    const who = nameOf(by);
    if (!by || named === who) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return resolve(false);
      signal.addEventListener('abort', () => resolve(false), { once: true });
      isNamed(by, who).then(resolve, reject);
    });
  }

  return Object.assign(whenNamed, { isOpen: () => named === nameOf(owner()) });
}
