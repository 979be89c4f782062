import { openTicket } from '@scantix/api-contract/snapshot';
import type { KnownTicket } from '../model/known-ticket.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { TICKETS_PROBLEMS } from '../model/messages.ts';
import type { TicketsState } from '../model/tickets-state.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { TicketsSource } from '../ports/server.ts';
import type { TicketSet, TicketSets, TicketStore } from '../ports/ticket-store.ts';
import { callInTime } from '../timing/call-in-time.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import { createDownloadLock } from './create-download-lock.ts';
import { ticketAge } from './ticket-age.ts';
import { type DownloadState, toTicketsState } from './to-tickets-state.ts';

/** Options of createTickets. */
export interface TicketsOptions {
  readonly store: TicketStore;
  readonly source: TicketsSource;
  readonly owner: () => LedgerOwner | null;
  readonly checkpointId: () => string | null;
  readonly clock: Clock;
  readonly time: Pick<LedgerTime, 'now' | 'read'>;
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly ticketsStaleAfterMs: () => number;
  readonly ticketsExpireAfterMs: () => number;
  /** Called with the state after each change. */
  readonly onState: (state: TicketsState) => void;
  /** Called after this tab changed the stored tickets. */
  readonly onChanged: () => void;
  readonly log: LedgerLog;
}

/** The tickets of this device: looked up at any time, downloaded by one tab at a time. */
export interface Tickets {
  lookup(domain: string, barcode: string): Promise<KnownTicket>;
  /** Reads the stored sets again: at the start, after a change in another tab, and as tickets age. Never rejects. */
  read(): Promise<void>;
  /** Downloads what is missing. `failed` also when the server cannot be reached; `idle` without a download. */
  refresh(signal: AbortSignal): Promise<'fresh' | 'failed' | 'idle'>;
  close(): void;
}

const PAGE_TIMEOUT_MS = 60_000;
const NO_SETS: TicketSets = { whole: null, arriving: null };

/** Creates the tickets over a storage, with nothing read yet. */
export function createTickets(options: TicketsOptions): Tickets {
  const { store, source, owner, checkpointId, clock, time, onState, onChanged, log } = options;
  const runInOneTab = createDownloadLock({ ...options, stalledAfterMs: 2 * PAGE_TIMEOUT_MS });
  let sets = NO_SETS;
  let download: DownloadState = { updating: false, problem: null };
  let running: Promise<'fresh' | 'failed' | 'idle'> | null = null;

  const ageOf = ({ receivedAt }: TicketSet) =>
    ticketAge(receivedAt, time.read().latest, {
      staleAfterMs: options.ticketsStaleAfterMs(),
      expireAfterMs: options.ticketsExpireAfterMs(),
    });

  const cursorOf = ({ whole, arriving }: TicketSets) => (arriving ?? whole)?.cursor ?? null;

  function report(): void {
    const state = toTicketsState(sets, download, sets.whole ? ageOf(sets.whole) : 'expired');
    const { receivedAt } = state;
    // Shown beside the device's own clock.
    const toDeviceTime = (at: number) => at - Math.round((time.now() - clock.now()) / 1_000) * 1_000;
    onState({ ...state, receivedAt: receivedAt && toDeviceTime(receivedAt) });
  }

  function fail(problem: string, cause?: unknown): 'failed' {
    download = { ...download, problem };
    log({ name: 'ledger-tickets-failed', ...(cause === undefined ? {} : { cause }) });
    return 'failed';
  }

  async function read(): Promise<void> {
    const domain = owner()?.domain;
    try {
      sets = domain === undefined ? NO_SETS : await store.read(domain);
    } catch (cause) {
      fail(TICKETS_PROBLEMS.unreadable, cause);
    }
    report();
  }

  /** Downloads page after page until the set is complete. */
  async function fetchPages(signal: AbortSignal): Promise<'fresh' | 'failed'> {
    for (;;) {
      const domain = owner()?.domain;
      const checkpoint = checkpointId();
      if (signal.aborted || domain === undefined || checkpoint === null) return 'failed';
      const page = { checkpointId: checkpoint, cursor: cursorOf(await store.read(domain)) };
      const timing = { clock, timeoutMs: PAGE_TIMEOUT_MS, signal };
      const outcome = await callInTime((callSignal) => source.fetchPage(page, { signal: callSignal }), timing);
      // A clerk who signed in meanwhile must not get tickets of another domain.
      if (signal.aborted || owner()?.domain !== domain) return 'failed';
      if (!outcome.ok) {
        const { failure } = outcome;
        return fail(failure.kind === 'refused' ? failure.message : TICKETS_PROBLEMS.unreachable, failure);
      }
      const applied = await store.apply(outcome.value, { domain, cursor: page.cursor, now: Math.round(time.now()) });
      if (applied === 'corrupt') return fail(TICKETS_PROBLEMS.corrupt);
      await read();
      onChanged();
      if (applied === 'applied' && outcome.value.manifest.complete) return 'fresh';
    }
  }

  async function downloadAll(signal: AbortSignal): Promise<'fresh' | 'failed'> {
    download = { ...download, updating: true };
    report();
    const end = await fetchPages(signal).catch((cause) => fail(TICKETS_PROBLEMS.unsaved, cause));
    download = { updating: false, problem: end === 'fresh' ? null : download.problem };
    await read();
    return end;
  }

  async function refreshOnce(signal: AbortSignal): Promise<'fresh' | 'failed' | 'idle'> {
    if (!owner() || checkpointId() === null) return 'idle';
    return (
      (await runInOneTab(
        () => cursorOf(sets),
        () => downloadAll(signal),
      )) ?? 'idle'
    );
  }

  return {
    async lookup(domain, barcode) {
      const found = await store.find(domain, barcode);
      if (found.kind === 'no-tickets') return { kind: 'no-tickets' };
      if (ageOf(found.set) === 'expired') return { kind: 'expired' };
      if (found.set.ticketing === 'off') return { kind: 'collects' };
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
