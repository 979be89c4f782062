import type { Clock } from './clock.ts';
import type { LedgerOwner, ScanTransport } from './scan-ledger.ts';
import type { ScanStore } from './scan-store.ts';
import type { Surroundings } from './surroundings.ts';

/** Hears what went wrong without stopping the ledger; never gets a barcode. */
export type LedgerLog = (event: { readonly name: string; readonly cause?: unknown }) => void;

export interface ScanLedgerOptions {
  readonly transport: ScanTransport;
  /** Who is signed in now; asked at every scan and at every call. */
  readonly owner: () => LedgerOwner | null;
  readonly deviceId: () => Promise<string>;
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
  /** How long `decide` waits for the server, in milliseconds. @default 3000 */
  readonly decisionBudgetMs?: number;
  /** How long opening the storage, and writing a scan, may take, in milliseconds. @default 5000 */
  readonly storageDeadlineMs?: number;
  /** One database, one lock and one channel of this name. @default 'scantix-scan-ledger' */
  readonly databaseName?: string;
  /** Keeps the scans. @default IndexedDB, sealed */
  readonly store?: ScanStore;
  /** @default nothing */
  readonly log?: LedgerLog;
}
