import type { ScanStore } from '../ports/scan-store.ts';
import { createConflictRows } from './conflict-rows.ts';
import { createCountRows } from './count-rows.ts';
import type { LaterRows } from './later-rows.ts';
import { loadLater } from './load-later.ts';
import { type LogDatabaseOptions, openLogDatabase } from './log-database.ts';
import { createLogRows } from './log-rows.ts';

const LATER = [
  ...(['waiting', 'lease', 'leaseChain', 'release', 'leasedUntil', 'settle', 'requeue'] as const),
  ...(['addUndo', 'waitingUndos', 'settleUndo', 'saveClerkDecision'] as const),
  ...(['offerAgain', 'retryRejected', 'moveDomain', 'listEffective'] as const),
] satisfies (keyof LaterRows)[];

/** Creates the store of scans in IndexedDB, sealed. */
export function createIndexedDbScanStore(options: LogDatabaseOptions): ScanStore {
  const database = openLogDatabase(options);
  const later = loadLater(async () => (await import('./later-rows.ts')).createLaterRows(database), LATER);
  return {
    open: database.open,
    installation: async () => (await database.keys()).installation,
    close: database.close,
    ...createLogRows(database, () => later.peek()?.leasing ?? null),
    ...createCountRows(database),
    ...createConflictRows(database),
    ...later.methods,
  };
}
