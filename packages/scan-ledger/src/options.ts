import type { LedgerOwner } from './model/ledger-owner.ts';
import { type Clock, systemClock } from './ports/clock.ts';
import type { FactsStore } from './ports/facts-store.ts';
import type { LedgerLog } from './ports/ledger-log.ts';
import { pageIndexedDb } from './ports/page-indexed-db.ts';
import type { ScanStore } from './ports/scan-store.ts';
import type { ScanTransport, TicketsSource } from './ports/server.ts';
import { browserSurroundings, type Surroundings } from './ports/surroundings.ts';
import type { TicketStore } from './ports/ticket-store.ts';

/** The part of local storage that the ledger uses. */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** A number, or a function that is called each time the number is needed. */
export type Setting = number | (() => number);

/** What the ledger needs, each with a production default where there is one. */
export interface ScanLedgerOptions {
  readonly transport: ScanTransport;
  /** Returns who is signed in, or `null`; called at every scan and every call. */
  readonly owner: () => LedgerOwner | null;
  /** Returns the id of this device; awaited with every scan and undo, and if it rejects, nothing is recorded. */
  readonly deviceId: () => Promise<string>;
  /** The source of tickets. @default none: without the server every verdict is pending, and stored tickets are deleted */
  readonly tickets?: TicketsSource;
  /** Returns where this device scans; tickets are downloaded for this checkpoint. @default no checkpoint */
  readonly checkpointId?: () => string | null;
  /** How long `decide` waits for the server, in milliseconds. @default 3000 */
  readonly decisionBudgetMs?: Setting;
  /** Age from which tickets are `stale`, in milliseconds. @default 15 minutes */
  readonly ticketsStaleAfterMs?: Setting;
  /** Age from which nothing is decided from tickets, in milliseconds. @default 12 hours */
  readonly ticketsExpireAfterMs?: Setting;
  /** Interval of the poll for tickets and conflicts while the page is visible, in milliseconds. @default 60,000 */
  readonly refreshEveryMs?: number;
  /** The build of the app; a scan that the server did not understand is sent again by another one. @default '' */
  readonly build?: string;
  /** @default globalThis.indexedDB */
  readonly indexedDB?: IDBFactory;
  /** `null` for none: then leases alone separate tabs. @default navigator.locks */
  readonly locks?: LockManager | null;
  /** @default the wall clock of the device */
  readonly clock?: Clock;
  /** Jitter of the retries: 0 to 1. @default Math.random */
  readonly random?: () => number;
  /** @default online, visibilitychange and pageshow of the page */
  readonly surroundings?: Surroundings;
  /** Time limit of opening the storage and of writing a scan, in milliseconds. @default 5000 */
  readonly storageDeadlineMs?: number;
  /** Prefix of the databases, the locks and the channel between tabs. @default 'scantix-scan-ledger' */
  readonly databaseName?: string;
  /** Stores the scans. @default IndexedDB, sealed */
  readonly store?: ScanStore;
  /** Stores facts about device and server. @default IndexedDB */
  readonly facts?: FactsStore;
  /** Stores the number of waiting scans outside IndexedDB; may throw. @default localStorage */
  readonly storage?: () => NoteStorage;
  /** Stores the tickets. @default IndexedDB, sealed as the server sent them */
  readonly ticketStore?: TicketStore;
  /** Receives failures that do not stop the ledger, and what happens to its storage. @default none */
  readonly log?: LedgerLog;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const toFunction = (setting: Setting) => (typeof setting === 'number' ? () => setting : setting);

/** The options with their defaults. */
export function resolveOptions({
  checkpointId = () => null,
  decisionBudgetMs = 3_000,
  ticketsStaleAfterMs = 15 * MINUTE_MS,
  ticketsExpireAfterMs = 12 * HOUR_MS,
  refreshEveryMs = MINUTE_MS,
  build = '',
  indexedDB = pageIndexedDb(),
  locks = globalThis.navigator?.locks ?? null,
  clock = systemClock,
  random = Math.random,
  surroundings = browserSurroundings,
  storageDeadlineMs: deadlineMs = 5_000,
  databaseName = 'scantix-scan-ledger',
  storage = () => globalThis.localStorage,
  log = () => {},
  ...required
}: ScanLedgerOptions) {
  return {
    ...required,
    ...{
      build,
      checkpointId,
      refreshEveryMs,
      locks,
      clock,
      random,
      surroundings,
      storage,
      log,
    },
    decisionBudgetMs: toFunction(decisionBudgetMs),
    ticketsStaleAfterMs: toFunction(ticketsStaleAfterMs),
    ticketsExpireAfterMs: toFunction(ticketsExpireAfterMs),
    databaseName,
    database: { indexedDB, clock, databaseName, deadlineMs, log },
  };
}
