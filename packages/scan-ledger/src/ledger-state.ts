import type { Clock } from './clock.ts';
import { LedgerError } from './ledger-error.ts';
import type { LedgerOwner, LedgerProblem, LedgerState } from './scan-ledger.ts';
import type { LedgerLog } from './scan-ledger-options.ts';
import type { ScanStore, StoreCounts } from './scan-store.ts';
import type { SenderState } from './sender/create-sender.ts';
import { NO_SNAPSHOT, type SnapshotState } from './snapshot/snapshot-state.ts';

export interface LedgerStateOptions {
  readonly store: Pick<ScanStore, 'count'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  readonly log: LedgerLog;
}

/** So old may a count be that nothing has contradicted. */
const COUNT_HOLDS_MS = 5_000;

export type LedgerStateKeeper = ReturnType<typeof createLedgerState>;

/** What is told of the ledger, put together from storage, sender and tickets. */
export function createLedgerState({ store, owner, clock, log }: LedgerStateOptions) {
  const listeners = new Set<() => void>();
  let storage: { status: LedgerState['status']; problem: LedgerProblem | null } = { status: 'starting', problem: null };
  let sender: SenderState = { sending: false, nextTryAt: null, problem: null };
  let counts: StoreCounts = { waiting: 0, waitingElsewhere: 0, waitingUndos: 0, quarantined: 0, conflicts: 0 };
  let tickets: SnapshotState = NO_SNAPSHOT;
  let revision = 0;
  let snapshot = build();
  let refreshing: Promise<void> | null = null;
  let stale = false;
  /** How many more were noted since the last count began. */
  let notedMeanwhile = 0;
  let counted: { domain: string | null; at: number } | null = null;

  function build(): LedgerState {
    const { sending, nextTryAt } = sender;
    const { status } = storage;
    const problem = storage.problem ?? sender.problem;
    return { status, ...counts, sending, nextTryAt, problem, snapshot: tickets, revision };
  }

  function publish(): void {
    const next = build();
    const keys = Object.keys(next) as (keyof LedgerState)[];
    if (keys.every((key) => next[key] === snapshot[key])) return;
    snapshot = next;
    for (const listener of [...listeners]) listener();
  }

  function setStorage(next: typeof storage): void {
    storage = next;
    publish();
  }

  /** Runs a use of the storage that people must hear of when it fails. */
  async function watch<T>(use: () => Promise<T>): Promise<T> {
    try {
      const result = await use();
      setStorage({ status: 'ready', problem: null });
      return result;
    } catch (cause) {
      const { code, message } = LedgerError.isInstance(cause) ? cause : new LedgerError('unavailable', cause);
      setStorage({ status: 'failed', problem: { code, message } });
      throw cause;
    }
  }

  /**
   * The log changed, and so many more wait. Nothing is counted in the storage: of a long outbox that takes so long that
   * the next scan would wait for it.
   */
  function note(moreWaiting: number): void {
    counts = { ...counts, waiting: counts.waiting + moreWaiting };
    revision += 1;
    notedMeanwhile += moreWaiting;
    publish();
  }

  /** Counts again where the last count may not hold any more. */
  async function ensure(): Promise<void> {
    if (refreshing) return refreshing;
    const ageMs = counted ? clock.now() - counted.at : COUNT_HOLDS_MS;
    const holds = counted?.domain === domainNow() && ageMs >= 0 && ageMs < COUNT_HOLDS_MS && !storage.problem;
    if (!holds) await refresh();
  }

  const domainNow = () => owner()?.domain ?? null;

  /** Counts again; while one count runs, all further wishes are one. */
  function refresh({ changed = false } = {}): Promise<void> {
    if (changed) revision += 1;
    stale = true;
    refreshing ??= recount();
    return refreshing;
  }

  async function recount(): Promise<void> {
    while (stale) {
      stale = false;
      try {
        const domain = domainNow();
        notedMeanwhile = 0;
        const found = await store.count(domain);
        // Of what was noted meanwhile the count may have all, some or nothing; then what is known already is right.
        const isKnown = found.waiting <= counts.waiting && found.waiting >= counts.waiting - notedMeanwhile;
        if (notedMeanwhile > 0 && !isKnown) stale = true;
        counts = isKnown ? { ...found, waiting: counts.waiting } : found;
        counted = { domain, at: clock.now() };
        // The storage answers again; only a scan that is kept proves that there is room again.
        if (storage.problem && storage.problem.code !== 'quota') storage = { status: 'ready', problem: null };
      } catch (cause) {
        log({ name: 'ledger-count-failed', cause });
      }
    }
    // At once, so that no wish falls between the last look and the end.
    refreshing = null;
    publish();
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setStorage,
    setSender(next: SenderState) {
      sender = next;
      publish();
    },
    setTickets(next: SnapshotState) {
      const keys = Object.keys(next) as (keyof SnapshotState)[];
      if (keys.every((key) => next[key] === tickets[key])) return;
      tickets = next;
      publish();
    },
    watch,
    note,
    ensure,
    refresh,
  };
}
