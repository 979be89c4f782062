import { openTicket, TICKET_FORMAT } from '@scantix/api-contract/snapshot';
import type { KnownTicket } from '../model/known-ticket.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { TICKETS_PROBLEMS } from '../model/messages.ts';
import type { TicketsState } from '../model/tickets-state.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { TicketsSource } from '../ports/server.ts';
import type { TicketSet, TicketSets, TicketStore } from '../ports/ticket-store.ts';
import { toLedgerError } from '../store/to-ledger-error.ts';
import type { LedgerTime } from '../timing/ledger-time.ts';
import { createDownloadLock } from './create-download-lock.ts';
import { cursorOf, downloadPages, PAGE_TIMEOUT_MS } from './download-pages.ts';
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
  /** Whether a complete set of the clerk's domain was read. */
  hasTickets(): boolean;
  /** Downloads what is missing. `failed` also when the server cannot be reached; `idle` without a download. */
  refresh(signal: AbortSignal): Promise<'fresh' | 'failed' | 'idle'>;
  /** Downloads again although the last set did not fit: a person asks, who may have made room. */
  expectRoom(): void;
  close(): void;
}

const NO_SETS: TicketSets = { whole: null, arriving: null };

/** How long a device without room downloads no further set of tickets, in milliseconds. */
const FULL_PAUSE_MS = 3_600_000;

/** Creates the tickets over a storage, with nothing read yet. */
export function createTickets(options: TicketsOptions): Tickets {
  const { store, owner, checkpointId, clock, time, onState, onChanged, log } = options;
  const runInOneTab = createDownloadLock({ ...options, stalledAfterMs: 2 * PAGE_TIMEOUT_MS });
  let sets = NO_SETS;
  let download: DownloadState = { updating: false, problem: null };
  /** The snapshot in which a row was found that cannot be read. */
  let unreadable: string | null = null;
  /** The domain for whose set there is no room, and until when none is tried, by the steady clock. */
  let full = { domain: '', until: 0 };
  let running: Promise<'fresh' | 'failed' | 'idle'> | null = null;

  const ageOf = ({ receivedAt }: TicketSet) =>
    ticketAge(receivedAt, time.read().latest, {
      staleAfterMs: options.ticketsStaleAfterMs(),
      expireAfterMs: options.ticketsExpireAfterMs(),
    });

  /** Whether this build can read the rows of a set: a newer server may have made them. */
  const isReadable = ({ rowFormat = 1 }: TicketSet) => rowFormat <= TICKET_FORMAT;

  function report(): void {
    const { whole } = sets;
    const isWhole = whole && isReadable(whole) && whole.snapshotId !== unreadable;
    const age = !whole ? 'expired' : isWhole ? ageOf(whole) : 'unreadable';
    const state = toTicketsState(sets, download, age);
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

  function target() {
    const domain = owner()?.domain;
    const checkpoint = checkpointId();
    return domain === undefined || checkpoint === null ? null : { domain, checkpointId: checkpoint };
  }

  async function onApplied(): Promise<void> {
    await read();
    onChanged();
  }

  async function fetchPages(signal: AbortSignal): Promise<'fresh' | 'failed'> {
    const end = await downloadPages({ ...options, target, onApplied }, signal);
    if (end.kind === 'failed') return fail(end.problem, end.cause);
    return end.kind === 'fresh' ? 'fresh' : 'failed';
  }

  /** Scans need the room more than a set that does not fit: without it, none could be recorded. */
  async function makeRoom(cause: unknown): Promise<void> {
    const { domain = '' } = target() ?? {};
    if (toLedgerError(cause).code !== 'quota' || !(await store.read(domain)).arriving) return;
    full = { domain, until: clock.monotonicNow() + FULL_PAUSE_MS };
    await store.dropArriving();
  }

  async function downloadAll(signal: AbortSignal): Promise<'fresh' | 'failed'> {
    download = { ...download, updating: true };
    report();
    const end = await fetchPages(signal).catch(async (cause) => {
      await makeRoom(cause).catch(() => {});
      return fail(TICKETS_PROBLEMS.unsaved, cause);
    });
    download = { updating: false, problem: end === 'fresh' ? null : download.problem };
    await read();
    return end;
  }

  async function refreshOnce(signal: AbortSignal): Promise<'fresh' | 'failed' | 'idle'> {
    const domain = target()?.domain;
    if (!domain || (domain === full.domain && clock.monotonicNow() < full.until)) return 'idle';
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
      if (!isReadable(found.set)) return { kind: 'not-in-snapshot' };
      const { sealed, key, change } = found.row;
      try {
        return { kind: 'known', state: await openTicket(sealed, { barcode, key }), change };
      } catch (cause) {
        // Made by a newer server, or damaged: nothing is known of this ticket. The others answer for themselves.
        unreadable = found.set.snapshotId;
        fail(TICKETS_PROBLEMS.unreadable, cause);
        report();
        return { kind: 'not-in-snapshot' };
      }
    },
    read,
    hasTickets: () => sets.whole !== null,
    refresh(signal) {
      running ??= refreshOnce(signal).finally(() => {
        running = null;
      });
      return running;
    },
    expectRoom() {
      full.until = 0;
    },
    close: () => store.close(),
  };
}
