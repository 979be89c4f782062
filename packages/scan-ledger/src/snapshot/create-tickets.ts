import type { TicketState } from '@scantix/api-contract/rules';
import { openTicket } from '@scantix/api-contract/snapshot';
import type { Clock } from '../clock.ts';
import { SNAPSHOT_PROBLEMS } from '../messages.ts';
import type { LedgerOwner, TicketsSource } from '../scan-ledger.ts';
import type { LedgerLog } from '../scan-ledger-options.ts';
import { callInTime } from '../sender/call-in-time.ts';
import { NO_SNAPSHOT, type SnapshotState } from './snapshot-state.ts';
import type { TicketSet, TicketSets, TicketStore } from './ticket-store.ts';

export interface TicketsOptions {
  readonly store: TicketStore;
  readonly source: TicketsSource;
  readonly owner: () => LedgerOwner | null;
  readonly checkpointId: () => string | null;
  readonly clock: Clock;
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly staleAfterMs: () => number;
  readonly expiresAfterMs: () => number;
  readonly onState: (state: SnapshotState) => void;
  /** The stored tickets changed in this tab. */
  readonly onChanged: () => void;
  readonly log: LedgerLog;
}

/** What is known of a code from the tickets on this device. */
export type KnownTicket =
  /** `change`: the newest change of the ticket that is in its state. */
  | { readonly kind: 'known'; readonly state: TicketState; readonly change: number }
  /** The domain simply collects. */
  | { readonly kind: 'collects' }
  | { readonly kind: 'not-in-snapshot' | 'expired' | 'no-tickets' };

/** The tickets of this device: looked up at any time, brought up to date by one tab at a time. */
export interface Tickets {
  look(domain: string, barcode: string): Promise<KnownTicket>;
  /** Reads again what stands in storage: at the start, on a change in another tab, and as tickets grow old. */
  read(): Promise<void>;
  /** Fetches what is missing. `failed` also when the server could not be reached; never rejects. */
  refresh(signal: AbortSignal): Promise<'fresh' | 'failed' | 'idle'>;
  close(): void;
}

const PAGE_TIMEOUT_MS = 60_000;

/** How far a clock that is put right may go back. */
const CLOCK_TOLERANCE_MS = 60_000;

export function createTickets(options: TicketsOptions): Tickets {
  const { store, source, owner, checkpointId, clock, locks, lockName, onState, onChanged, log } = options;
  let sets: TicketSets = { whole: null, arriving: null };
  let updating = false;
  let problem: string | null = null;
  let standstill: { cursor: string | null; since: number } | null = null;
  let running: Promise<'fresh' | 'failed' | 'idle'> | null = null;

  function ageOf({ receivedAt }: TicketSet): 'ready' | 'stale' | 'expired' {
    const ageMs = clock.now() - receivedAt;
    // The clock was set back: how old the tickets are cannot be told.
    if (ageMs < -CLOCK_TOLERANCE_MS || ageMs >= options.expiresAfterMs()) return 'expired';
    return ageMs >= options.staleAfterMs() ? 'stale' : 'ready';
  }

  function tell(): void {
    const { whole, arriving } = sets;
    if (whole) {
      const { generatedAt, receivedAt, sum } = whole;
      const held = { status: ageOf(whole), count: sum?.count ?? 0, generatedAt, receivedAt };
      onState({ ...NO_SNAPSHOT, ...held, updating, problem });
    } else if (arriving) {
      const status = updating || problem === null ? 'loading' : 'failed';
      const { rows: count, expectedCount } = arriving;
      onState({ ...NO_SNAPSHOT, status, count, expectedCount, updating, problem });
    } else {
      onState({ ...NO_SNAPSHOT, status: updating ? 'loading' : problem ? 'failed' : 'none', updating, problem });
    }
  }

  async function read(): Promise<void> {
    const domain = owner()?.domain;
    try {
      sets = domain === undefined ? { whole: null, arriving: null } : await store.read(domain);
    } catch (cause) {
      fail(SNAPSHOT_PROBLEMS.unreadable, cause);
    }
    tell();
  }

  function fail(message: string, cause?: unknown): 'failed' {
    problem = message;
    log({ name: 'ledger-snapshot-failed', ...(cause === undefined ? {} : { cause }) });
    return 'failed';
  }

  /** Page after page until nothing newer stands at the server. */
  async function fetchAll(signal: AbortSignal): Promise<'fresh' | 'failed'> {
    for (;;) {
      const domain = owner()?.domain;
      const checkpoint = checkpointId();
      if (signal.aborted || domain === undefined || checkpoint === null) return 'failed';
      const { whole, arriving } = await store.read(domain);
      const cursor = (arriving ?? whole)?.cursor ?? null;
      const timing = { clock, timeoutMs: PAGE_TIMEOUT_MS, signal };
      const outcome = await callInTime(
        (callSignal) => source.fetchPage({ checkpointId: checkpoint, cursor }, { signal: callSignal }),
        timing,
      );
      // Whoever signed in meanwhile must not get tickets of another domain.
      if (signal.aborted || owner()?.domain !== domain) return 'failed';
      if (!outcome.ok) {
        const { failure } = outcome;
        return fail(failure.kind === 'refused' ? failure.message : SNAPSHOT_PROBLEMS.unreachable, failure);
      }
      const applied = await store.apply(outcome.value, { domain, cursor, now: clock.now() });
      if (applied === 'corrupt') return fail(SNAPSHOT_PROBLEMS.corrupt);
      await read();
      onChanged();
      if (applied === 'applied' && outcome.value.manifest.complete) return 'fresh';
    }
  }

  async function refreshOnce(signal: AbortSignal): Promise<'fresh' | 'failed' | 'idle'> {
    if (!owner() || checkpointId() === null) return 'idle';
    const run = async (): Promise<'fresh' | 'failed'> => {
      updating = true;
      tell();
      const end = await fetchAll(signal).catch((cause) => fail(SNAPSHOT_PROBLEMS.unkept, cause));
      updating = false;
      if (end === 'fresh') problem = null;
      await read();
      return end;
    };
    if (!locks) return run();
    const end = await locks.request(`${lockName}-tickets`, { ifAvailable: true }, (lock) => (lock ? run() : null));
    if (end) return end;
    // Another tab is at it. One that the system froze holds the lock and gets no further: pages are taken safely
    // without the lock too.
    const cursor = (sets.arriving ?? sets.whole)?.cursor ?? null;
    if (standstill?.cursor !== cursor) standstill = { cursor, since: clock.now() };
    if (clock.now() - standstill.since < 2 * PAGE_TIMEOUT_MS) return 'idle';
    standstill = null;
    return run();
  }

  return {
    async look(domain, barcode) {
      const found = await store.find(domain, barcode);
      if (found.kind === 'no-tickets') return { kind: 'no-tickets' };
      const { ticketing } = found.set;
      if (ageOf(found.set) === 'expired') return { kind: 'expired' };
      if (ticketing === 'off') return { kind: 'collects' };
      if (found.kind === 'missing') return { kind: 'not-in-snapshot' };
      const { sealed, key, change } = found.row;
      return { kind: 'known', state: await openTicket(sealed, { barcode, key }), change };
    },
    read,
    refresh(signal) {
      running ??= refreshOnce(signal).finally(() => {
        running = null;
      });
      return running;
    },
    close: () => store.close(),
  };
}
