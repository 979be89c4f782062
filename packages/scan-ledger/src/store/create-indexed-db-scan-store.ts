import type { ScanStore } from '../ports/scan-store.ts';
import { createConflictRows } from './conflict-rows.ts';
import { type LogDatabaseOptions, openLogDatabase } from './log-database.ts';
import { createLogRows } from './log-rows.ts';
import { KEYS } from './log-shape.ts';
import { createOutboxRows } from './outbox-rows.ts';
import { toPromise } from './transact.ts';
import { createUndoRows } from './undo-rows.ts';

const CLOCK_OFFSET = 'clock-offset';

/** Creates the store of scans in IndexedDB, sealed. */
export function createIndexedDbScanStore(options: LogDatabaseOptions): ScanStore {
  const database = openLogDatabase(options);
  return {
    open: database.open,
    close: database.close,
    ...createLogRows(database),
    ...createOutboxRows(database),
    ...createUndoRows(database),
    ...createConflictRows(database),
    readClockOffset: () =>
      database.read([KEYS], async (tx) => (await toPromise(tx.objectStore(KEYS).get(CLOCK_OFFSET))) ?? null),
    saveClockOffset: (reading) =>
      database.write([KEYS], async (tx) => void tx.objectStore(KEYS).put(reading, CLOCK_OFFSET)),
  };
}
