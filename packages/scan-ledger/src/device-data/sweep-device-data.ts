import type { SavedTime } from '../model/clock-reading.ts';
import { createIndexedDbFactsStore } from '../store/create-indexed-db-facts-store.ts';
import { openLogDatabase } from '../store/log-database.ts';
import { throwLedgerError } from '../store/to-ledger-error.ts';
import type { TabMessage } from '../tabs/create-tab-channel.ts';
import { ticketDatabase } from '../tickets/delete-tickets.ts';
import { type DeviceDataOptions, resolveDeviceData } from './device-data-options.ts';
import { hasDatabase } from './has-database.ts';
import { LAST_ID, type SweptLog, sweepLog } from './sweep-log.ts';
import { sweepTickets } from './sweep-tickets.ts';

/** Options of sweepDeviceData. */
export interface SweepOptions extends DeviceDataOptions {
  /** Age from which a settled scan is deleted, in milliseconds. @default 30 days */
  readonly keepForMs?: number;
  /** Age from which a settled scan no longer names its visitor, in milliseconds. @default 24 hours */
  readonly keepPersonsForMs?: number;
  /** Age from which tickets are deleted, in milliseconds: they are too old to decide from. @default 12 hours */
  readonly keepTicketsForMs?: number;
}

/** What was done. */
export interface SweepReport extends SweptLog {
  /** Whether tickets were deleted. */
  readonly tickets: boolean;
}

const HOUR_MS = 3_600_000;

/** How often every row is looked at for its visitor: once a day, also where the app is started earlier each day. */
const FULL_SWEEP_EVERY_MS = 20 * HOUR_MS;

/** How much earlier than at the last full sweep the other sweeps begin: offsets differ, and some scans are sent late. */
const OVERLAP_MS = HOUR_MS;

/** How far a scan may be ahead of the clock of now before its age counts as unknown. */
const AHEAD_MS = 24 * HOUR_MS;

/** The fact of the last full sweep: epoch milliseconds. */
const SWEPT = 'swept';

/**
 * Deletes what is too old on this device, of all domains, whoever is signed in: settled scans, tickets and their key; and
 * forgets the visitors of younger scans. A scan that the server does not have is never touched. Call it at the start of
 * the app and once an hour.
 *
 * Age counts to the server's time as the device knows it, and at least to the time that was proven last: a clock that
 * stands still or was set back prolongs nothing. A clock that was wrong by more than a day, and may have been set right, counts
 * as the one or the other, whichever is nearer to that time.
 * @throws LedgerError where the storage fails
 */
export async function sweepDeviceData({
  keepForMs = 30 * 24 * HOUR_MS,
  keepPersonsForMs = 24 * HOUR_MS,
  keepTicketsForMs = 12 * HOUR_MS,
  ...options
}: SweepOptions = {}): Promise<SweepReport> {
  const device = resolveDeviceData(options);
  const { clock, databaseName, indexedDB } = device;
  const names = [databaseName, ticketDatabase(databaseName)];
  const isThere = await Promise.all(names.map((name) => hasDatabase(indexedDB, name)));
  if (!isThere.includes(true)) return { deleted: 0, forgotten: 0, tickets: false };
  const facts = createIndexedDbFactsStore(device);
  const log = openLogDatabase(device);
  try {
    const { offsetMs = 0, mark = 0 } = ((await facts.read('time')) ?? {}) as Partial<SavedTime>;
    const now = serverTime(clock.now(), { offsetMs, mark });
    const limits = { deleteBefore: now - keepForMs, forgetBefore: now - keepPersonsForMs, forgetAfter: now + AHEAD_MS };
    const sweptAt = Number(await facts.read(SWEPT)) || 0;
    const isDue = Math.abs(now - sweptAt) >= FULL_SWEEP_EVERY_MS;
    const tickets = await sweepTickets(device, now - keepTicketsForMs).catch(throwLedgerError);
    const idAt = (time: number) => firstIdAt(time - offsetMs);
    const ranges = isDue
      ? // A clock that was ahead has given scans, and all after them, ids of a later time.
        [{ until: LAST_ID }]
      : [
          { until: idAt(limits.deleteBefore) },
          { after: idAt(sweptAt - keepPersonsForMs - OVERLAP_MS), until: idAt(limits.forgetBefore) },
        ];
    const swept = { deleted: 0, forgotten: 0 };
    for (const range of ranges) {
      const { deleted, forgotten } = await sweepLog(log, { ...limits, offsetMs, ...range });
      swept.deleted += deleted;
      swept.forgotten += forgotten;
    }
    if (isDue) await facts.change(SWEPT, () => now);
    tellTabs(databaseName, { ...swept, tickets });
    return { ...swept, tickets };
  } finally {
    log.close();
    facts.close();
  }
}

/**
 * The server's time. A device that was off may have been given the right time meanwhile, so that its offset is none any
 * more: of the two times the one that is nearer to the time that was proven last is likelier.
 */
function serverTime(deviceNow: number, { offsetMs, mark }: Pick<SavedTime, 'offsetMs' | 'mark'>): number {
  const [corrected, own] = [deviceNow + offsetMs, deviceNow];
  const isCorrected = Math.abs(offsetMs) > AHEAD_MS && Math.abs(own - mark) < Math.abs(corrected - mark);
  return Math.max(isCorrected ? own : corrected, mark);
}

/** The lowest UUIDv7 of a time. */
function firstIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The ledgers of all tabs, this one too, read again what has changed. */
function tellTabs(databaseName: string, { deleted, forgotten, tickets }: SweepReport): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(databaseName);
  const post = (message: TabMessage) => channel.postMessage(message);
  if (deleted + forgotten > 0) post({ changed: [] });
  if (tickets) post({ tickets: true });
  channel.close();
}
