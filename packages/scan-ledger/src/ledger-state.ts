import { LedgerError } from './ledger-error.ts';
import type { LedgerOwner, LedgerProblem, LedgerState } from './scan-ledger.ts';
import type { LedgerLog } from './scan-ledger-options.ts';
import type { ScanStore, StoreCounts } from './scan-store.ts';
import type { SenderState } from './sender/create-sender.ts';
import { NO_SNAPSHOT, type SnapshotState } from './snapshot/snapshot-state.ts';

export interface LedgerStateOptions {
  readonly store: ScanStore;
  readonly owner: () => LedgerOwner | null;
  readonly log: LedgerLog;
}

export type LedgerStateKeeper = ReturnType<typeof createLedgerState>;

/** What is told of the ledger, put together from storage, sender and tickets. */
export function createLedgerState({ store, owner, log }: LedgerStateOptions) {
  const listeners = new Set<() => void>();
  let storage: { status: LedgerState['status']; problem: LedgerProblem | null } = { status: 'starting', problem: null };
  let sender: SenderState = { sending: false, nextTryAt: null, problem: null };
  let counts: StoreCounts = { waiting: 0, waitingElsewhere: 0, waitingUndos: 0, quarantined: 0, conflicts: 0 };
  let tickets: SnapshotState = NO_SNAPSHOT;
  let revision = 0;
  let snapshot = build();
  let refreshing: Promise<void> | null = null;
  let stale = false;

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

  /** One more waits: told at once, before storage is asked. */
  function countIn(): void {
    counts = { ...counts, waiting: counts.waiting + 1 };
    publish();
  }

  /** Counts again; while one count runs, all further wishes are one. */
  function refresh({ changed = false } = {}): Promise<void> {
    if (changed) revision += 1;
    stale = true;
    refreshing ??= recount().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function recount(): Promise<void> {
    while (stale) {
      stale = false;
      try {
        counts = await store.count(owner()?.domain ?? null);
        // The storage answers again; only a scan that is kept proves that there is room again.
        if (storage.problem && storage.problem.code !== 'quota') storage = { status: 'ready', problem: null };
      } catch (cause) {
        log({ name: 'ledger-count-failed', cause });
      }
    }
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
    countIn,
    refresh,
  };
}
