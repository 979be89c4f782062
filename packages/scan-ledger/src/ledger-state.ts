import { createListeners, withinTime } from '@scantix/runtime-utils';
import type { LedgerOwner } from './model/ledger-owner.ts';
import type { LedgerProblem, LedgerState } from './model/ledger-state.ts';
import type { LostScans } from './model/lost-scans.ts';
import { NO_TICKETS, type TicketsState } from './model/tickets-state.ts';
import type { Clock } from './ports/clock.ts';
import type { LedgerLog } from './ports/ledger-log.ts';
import type { OutboxStore, StoreCounts } from './ports/outbox-store.ts';
import { IDLE_SENDER, type SenderState } from './sender/sender-state.ts';
import { toLedgerError } from './store/to-ledger-error.ts';

/** Options of createLedgerState. */
export interface LedgerStateOptions {
  readonly store: Pick<OutboxStore, 'count'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  readonly log: LedgerLog;
}

/** How long a count is trusted that nothing has contradicted. */
const COUNT_VALID_MS = 5_000;

/** How long a person waits for a count. */
const COUNT_TIMEOUT_MS = 2_000;

const NONE: StoreCounts = { waiting: 0, waitingElsewhere: 0, waitingUndos: 0, quarantined: 0, conflicts: 0 };

/** Builds the state of the ledger from storage, sender and tickets, and notifies its listeners. */
export function createLedgerState({ store, owner, clock, log }: LedgerStateOptions) {
  const listeners = createListeners();
  let storage: { status: LedgerState['status']; problem: LedgerProblem | null } = { status: 'starting', problem: null };
  let sender = IDLE_SENDER;
  /** A problem of the storage that the sender met before something was saved: it tells so until its next attempt. */
  let disproved: LedgerProblem | null = null;
  let counts = NONE;
  let moreConflicts = false;
  let answersOffline = false;
  let tickets = NO_TICKETS;
  let offered = 0;
  let losses: Readonly<Record<string, LostScans>> = {};
  let revision = 0;
  const domainNow = () => owner()?.domain ?? null;
  /** The domain of the counts. */
  let domain = domainNow();
  /** When it was counted; `null` before. */
  let countedAt: number | null = null;
  let state = build();
  /** What the listeners were told last. */
  let told = state;
  let refreshing: Promise<void> | null = null;
  let stale = false;
  /** Number of scans added since the last count began. */
  let addedMeanwhile = 0;

  function build(): LedgerState {
    if (domain !== domainNow()) {
      // The counts of a former domain are nobody else's.
      domain = domainNow();
      counts = NONE;
      countedAt = null;
      moreConflicts = false;
      offered = 0;
    }
    return {
      status: storage.status,
      ...counts,
      counted: countedAt !== null,
      moreConflicts,
      offeredAgain: Math.min(offered, counts.waiting),
      lost: losses[domain ?? ''] ?? null,
      sending: sender.sending,
      nextTryAt: sender.nextTryAt,
      problem: storage.problem ?? (sender.problem === disproved ? null : sender.problem),
      answersOffline,
      tickets,
      revision,
    };
  }

  function current(): LedgerState {
    const next = build();
    const keys = Object.keys(next) as (keyof LedgerState)[];
    if (keys.some((key) => next[key] !== state[key])) state = next;
    return state;
  }

  function publish(): void {
    if (current() === told) return;
    told = state;
    listeners.notify();
  }

  function setStorage(next: typeof storage): void {
    storage = next;
    publish();
  }

  /** Uses the storage and reports its failure in the state. */
  async function watch<T>(use: () => Promise<T>): Promise<T> {
    try {
      const result = await use();
      if (sender.problem?.code !== 'refused') disproved = sender.problem;
      setStorage({ status: 'ready', problem: null });
      return result;
    } catch (cause) {
      const { code, message } = toLedgerError(cause);
      setStorage({ status: 'failed', problem: { code, message } });
      throw cause;
    }
  }

  /** The log changed, and so many more scans wait. Counting a long outbox would delay the next scan. */
  function addWaiting(more: number): void {
    counts = { ...counts, waiting: counts.waiting + more };
    revision += 1;
    addedMeanwhile += more;
    publish();
  }

  /** Counts again if the last count may be wrong. */
  async function ensureCounted(): Promise<void> {
    if (refreshing) return refreshing;
    const ageMs = current().counted ? clock.now() - (countedAt ?? 0) : COUNT_VALID_MS;
    const isValid = ageMs >= 0 && ageMs < COUNT_VALID_MS && !storage.problem;
    if (!isValid) await refresh();
  }

  /** Counts again; calls during a count share the next one. */
  function refresh({ changed = false } = {}): Promise<void> {
    if (changed) revision += 1;
    // The numbers of a former domain are gone from the screen before the count.
    if (!current().counted) publish();
    stale = true;
    refreshing ??= recount();
    return refreshing;
  }

  async function recount(): Promise<void> {
    while (stale) {
      stale = false;
      try {
        // Notices a change of domain.
        current();
        const asked = domain;
        addedMeanwhile = 0;
        const found = await store.count(asked);
        if (asked !== domainNow()) {
          stale = true;
          continue;
        }
        // The count includes all, some or none of the scans added meanwhile; in that range the known number is right.
        const isKnown = found.waiting <= counts.waiting && found.waiting >= counts.waiting - addedMeanwhile;
        if (addedMeanwhile > 0 && !isKnown) stale = true;
        counts = isKnown ? { ...found, waiting: counts.waiting } : found;
        countedAt = clock.now();
        if (found.waiting === 0) offered = 0;
        // The storage answers again; after `quota` only a saved scan proves that there is room.
        if (storage.problem && storage.problem.code !== 'quota') storage = { status: 'ready', problem: null };
      } catch (cause) {
        log({ name: 'ledger-count-failed', cause });
      }
    }
    // In the same step as the last check, so that no call is missed.
    refreshing = null;
    publish();
  }

  /** How many scans and undos wait, counted where that is not known; `null` where it cannot be counted in time. */
  async function countWaiting(): Promise<number | null> {
    if (!current().counted) await withinTime(refresh(), { timeoutMs: COUNT_TIMEOUT_MS, onTimeout: () => {}, clock });
    const { counted, waiting, waitingUndos } = current();
    return counted ? waiting + waitingUndos : null;
  }

  return {
    getSnapshot: () => (domain === domainNow() ? state : current()),
    subscribe: listeners.subscribe,
    setStorage,
    setSender(next: SenderState) {
      sender = next;
      publish();
    },
    setTickets(next: TicketsState) {
      const keys = Object.keys(next) as (keyof TicketsState)[];
      if (keys.every((key) => next[key] === tickets[key])) return;
      tickets = next;
      publish();
    },
    /** Sets whether the server answers although the browser reports no network. */
    setAnswersOffline(next: boolean) {
      answersOffline = next;
      publish();
    },
    /** Sets whether more conflicts are open than are counted. */
    setMoreConflicts(next: boolean) {
      moreConflicts = next;
      publish();
    },
    /** Sets how many of the waiting scans are offered again. */
    setOffered(next: number) {
      offered = next;
      publish();
    },
    /** Sets the lost scans of each domain. */
    setLost(next: typeof losses) {
      losses = next;
      publish();
    },
    watch,
    addWaiting,
    ensureCounted,
    countWaiting,
    refresh,
  };
}
