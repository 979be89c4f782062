import type { Clock } from './clock.ts';
import type { LedgerOwner, ScanTransport, TicketsSource } from './scan-ledger.ts';
import type { ScanStore } from './scan-store.ts';
import type { TicketStore } from './snapshot/ticket-store.ts';
import type { Surroundings } from './surroundings.ts';

/** Hears what went wrong without stopping the ledger; never gets a barcode. */
export type LedgerLog = (event: { readonly name: string; readonly cause?: unknown }) => void;

/** A number, or where it is to be read each time it is needed. */
export type Reading = number | (() => number);

export interface ScanLedgerOptions {
  readonly transport: ScanTransport;
  /** Who is signed in now; asked at every scan and at every call. */
  readonly owner: () => LedgerOwner | null;
  readonly deviceId: () => Promise<string>;
  /** Where tickets come from. @default none: without the server every verdict is pending */
  readonly tickets?: TicketsSource;
  /** Where this device scans; tickets are fetched for it. @default nowhere */
  readonly checkpointId?: () => string | null;
  /** How long `decide` waits for the server, in milliseconds. @default 3000 */
  readonly decisionBudgetMs?: Reading;
  /** From this age on tickets are called old, in milliseconds. @default 15 minutes */
  readonly snapshotStaleAfterMs?: Reading;
  /** From this age on nothing is decided from tickets, in milliseconds. @default 12 hours */
  readonly snapshotExpiresAfterMs?: Reading;
  /** How often tickets and conflicts are asked for while the page is visible, in milliseconds. @default 60,000 */
  readonly refreshEveryMs?: number;
  /** How many settled scans the log keeps at least. @default 20,000 */
  readonly keepNewest?: number;
  /** How long it keeps them at least, in milliseconds. @default 30 days */
  readonly keepForMs?: number;
  /** @default globalThis.indexedDB */
  readonly indexedDB?: IDBFactory;
  /** `null` for none: then leases alone keep tabs apart. @default navigator.locks */
  readonly locks?: LockManager | null;
  /** @default the wall clock of the device */
  readonly clock?: Clock;
  /** Makes a UUIDv7. @default uuidv7 */
  readonly newId?: () => string;
  /** Jitter of the retries: 0 to 1. @default Math.random */
  readonly random?: () => number;
  /** @default online, visibilitychange and pageshow of the page */
  readonly surroundings?: Surroundings;
  /** How long opening the storage, and writing a scan, may take, in milliseconds. @default 5000 */
  readonly storageDeadlineMs?: number;
  /** Two databases, the locks and one channel of this name. @default 'scantix-scan-ledger' */
  readonly databaseName?: string;
  /** Keeps the scans. @default IndexedDB, sealed */
  readonly store?: ScanStore;
  /** Keeps the tickets. @default IndexedDB, sealed as they came */
  readonly ticketStore?: TicketStore;
  /** @default nothing */
  readonly log?: LedgerLog;
}
