import type { FactsStore } from '../ports/facts-store.ts';
import { createDomainMoves, type DomainMovesOptions } from './create-domain-moves.ts';
import { createEvictionWatch, type EvictionWatchOptions } from './create-eviction-watch.ts';
import { createKnownServers, toKnownServer } from './create-known-servers.ts';
import { createOffering, type OfferingOptions } from './create-offering.ts';
import { createRetryRejected, type RetryRejectedOptions } from './create-retry-rejected.ts';
import { hear } from './known-server.ts';
import type { HeardAnswer } from './listen-to-answers.ts';
import { receiptsMade } from './receipts-made.ts';

/** Options of createRecovery. */
export interface RecoveryOptions
  extends EvictionWatchOptions,
    Omit<OfferingOptions, 'known'>,
    RetryRejectedOptions,
    DomainMovesOptions {
  readonly store: EvictionWatchOptions['store'] &
    OfferingOptions['store'] &
    RetryRejectedOptions['store'] &
    DomainMovesOptions['store'];
  readonly facts: FactsStore;
  readonly deviceId: () => Promise<string>;
  /** Resolves to whether what is known under the name of the domain is its own. */
  readonly whenNamed: () => Promise<boolean>;
  /** Takes what goes on after a call has returned; it never rejects. */
  readonly keep: (work: Promise<void>) => unknown;
}

/** Notices what was lost, on the server or here, and mends what can be mended. */
export type Recovery = ReturnType<typeof createRecovery>;

/** Creates the recovery. It is loaded after the start. */
export function createRecovery(options: RecoveryOptions) {
  const { facts, deviceId, log, whenNamed, keep } = options;
  const known = createKnownServers(facts);
  const { compare, note, acknowledge } = createEvictionWatch(options);
  const offering = createOffering({ ...options, known });
  const retry = createRetryRejected(options);
  const followDomain = createDomainMoves(options);

  /** Whether something is left to offer again after the answer. */
  async function isLacking({ domain, before, outcome, headers }: HeardAnswer): Promise<boolean> {
    if (!(await whenNamed())) return false;
    const first = toKnownServer(before);
    const { epoch, receipt } = headers;
    const answer = { epoch, receipt, made: receiptsMade(outcome), device: await deviceId() };
    // Most answers change nothing: they need no transaction.
    const changes = hear(first, first, answer) !== null;
    const now = changes ? await known.change(domain, (stored) => hear(stored, first, answer)) : first;
    return (now?.offering ?? null) !== null;
  }

  return {
    /** Listens to an answer. Returns whether the server lacks what it had. Never rejects. */
    async answered(answer: HeardAnswer, builds: string | null): Promise<boolean> {
      if (builds !== null) keep(retry.answered(answer.domain, builds));
      const lacking = await isLacking(answer).catch((cause) => {
        log({ name: 'ledger-server-not-judged', cause });
        return false;
      });
      if (lacking) keep(offering.resume());
      return lacking;
    },
    followDomain,
    /** Follows a renamed domain, then continues what is left to offer again. */
    async resume() {
      await followDomain();
      await offering.resume();
    },
    compare,
    note,
    acknowledge,
  };
}
