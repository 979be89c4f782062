import type { ScanStore } from '../ports/scan-store.ts';
import { createConflictRows } from './conflict-rows.ts';
import { type LogDatabaseOptions, openLogDatabase } from './log-database.ts';
import { createLogRows } from './log-rows.ts';
import { createOutboxRows } from './outbox-rows.ts';
import { createUndoRows } from './undo-rows.ts';

/** Creates the store of scans in IndexedDB, sealed. */
export function createIndexedDbScanStore(options: LogDatabaseOptions): ScanStore {
  const database = openLogDatabase(options);
  const recovery = async () => (await import('./recovery-rows.ts')).createRecoveryRows(database);
  return {
    open: database.open,
    installation: async () => (await database.keys()).installation,
    close: database.close,
    ...createLogRows(database),
    ...createOutboxRows(database),
    ...createUndoRows(database),
    ...createConflictRows(database),
    offerAgain: async (step) => (await recovery()).offerAgain(step),
    moveDomain: async (move) => (await recovery()).moveDomain(move),
    retryRejected: async (query) => (await recovery()).retryRejected(query),
  };
}
