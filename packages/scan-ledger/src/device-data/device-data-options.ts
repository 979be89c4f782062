import { type Clock, systemClock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import { pageIndexedDb } from '../ports/page-indexed-db.ts';

/** Where the data of this device is. */
export interface DeviceDataOptions {
  /** @default globalThis.indexedDB */
  readonly indexedDB?: IDBFactory | undefined;
  /** As that of the ledger. @default 'scantix-scan-ledger' */
  readonly databaseName?: string;
  /** @default the wall clock of the device */
  readonly clock?: Clock;
  /** Receives what happens to the storage. @default none */
  readonly log?: LedgerLog;
}

/** Limits one access to the storage, in milliseconds: nobody waits for it, and a slow disk is no failure. */
const DEADLINE_MS = 30_000;

/** The options with their defaults. */
export function resolveDeviceData({
  indexedDB = pageIndexedDb(),
  databaseName = 'scantix-scan-ledger',
  clock = systemClock,
  log = () => {},
}: DeviceDataOptions) {
  return { indexedDB, databaseName, clock, log, deadlineMs: DEADLINE_MS };
}

/** The options, each with its default. */
export type DeviceData = ReturnType<typeof resolveDeviceData>;
