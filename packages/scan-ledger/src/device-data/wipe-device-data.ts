import { factsDatabase, factsShape } from '../store/create-indexed-db-facts-store.ts';
import { openLogDatabase } from '../store/log-database.ts';
import { CONFLICTS, LOG, logShape, OUTBOX, UNDOS } from '../store/log-shape.ts';
import { type DatabaseShape, openDatabase } from '../store/open-database.ts';
import type { SealedRow } from '../store/rows.ts';
import { throwLedgerError } from '../store/to-ledger-error.ts';
import { transact } from '../store/transact.ts';
import { ticketDatabase } from '../tickets/delete-tickets.ts';
import { ticketShape } from '../tickets/ticket-shape.ts';
import { type DeviceData, type DeviceDataOptions, resolveDeviceData } from './device-data-options.ts';
import { noteKept } from './note-kept.ts';
import { forgetRows, LAST_ID, sweepLog } from './sweep-log.ts';
import { deleteOthers, isUnsent } from './unsent.ts';

/** Options of wipeDeviceData. */
export interface WipeOptions extends DeviceDataOptions {
  /** The ids of unsent scans that a person has exported: they go, too. @default none */
  readonly exported?: readonly string[];
  /** As that of the ledger: it has the number of waiting scans; may throw. @default localStorage */
  readonly storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** What a wipe has left. */
export interface WipeReport {
  /** How many scans stayed that the server does not have, sealed and without their visitors. */
  readonly kept: number;
}

/** How long the deletion of an empty database waits for other tabs that have it open, in milliseconds. */
const DELETE_TIMEOUT_MS = 2_000;

/**
 * Deletes log, tickets and keys of this device. Scans that the server does not have stay, sealed under their key, without
 * the visitor, until they are sent. It may be called again after it was interrupted. The ledger of this page must be
 * stopped; those of other tabs find the databases empty.
 * @throws LedgerError where the storage fails
 */
export async function wipeDeviceData({
  exported = [],
  storage = () => globalThis.localStorage,
  ...options
}: WipeOptions = {}): Promise<WipeReport> {
  const device = resolveDeviceData(options);
  const { databaseName } = device;
  await erase(device, ticketDatabase(databaseName), ticketShape);
  const kept = await wipeLog(device, new Set(exported));
  // Before the database: a wipe that is interrupted in between leaves no note of what has gone.
  noteKept(kept, databaseName, storage);
  if (kept.length > 0) return { kept: kept.length };
  await erase(device, factsDatabase(databaseName), factsShape);
  await erase(device, databaseName, logShape);
  return { kept: 0 };
}

/** Deletes the log, but what the server does not have. Returns that. */
async function wipeLog(device: DeviceData, exported: ReadonlySet<string>): Promise<readonly SealedRow[]> {
  const log = openLogDatabase(device);
  try {
    // In steps: a large log on a slow disk would take longer than one access may, and begin anew each time.
    const always = Number.POSITIVE_INFINITY;
    await sweepLog(log, { deleteBefore: always, forgetBefore: always, until: LAST_ID });
    const kept = await log.writeDurably([LOG, OUTBOX, UNDOS, CONFLICTS], async (tx) => {
      tx.objectStore(CONFLICTS).clear();
      const rows = await deleteOthers(tx, (row) => isUnsent(row) && !exported.has(row.id));
      const ids = new Set(rows.map(({ id }) => id));
      for (const name of [OUTBOX, UNDOS]) deleteKeys(tx.objectStore(name), ids);
      return rows;
    });
    await forgetRows(log, kept);
    return kept;
  } finally {
    log.close();
  }
}

/** Deletes all rows of a store but those with these keys. */
function deleteKeys(store: IDBObjectStore, kept: ReadonlySet<string>): void {
  const request = store.getAllKeys();
  request.onsuccess = () => {
    for (const key of request.result) if (!kept.has(key as string)) store.delete(key);
  };
}

/** Empties a database, which works while other tabs have it open, and deletes it as soon as they have closed it. */
async function erase({ databaseName: _, ...options }: DeviceData, name: string, shape: DatabaseShape): Promise<void> {
  const { indexedDB, clock } = options;
  const database = await openDatabase({ ...options, name, shape, onClosed() {} }).catch(throwLedgerError);
  try {
    const stores = [...database.objectStoreNames];
    await transact(database, stores, { mode: 'readwrite', durability: 'strict' }, async (tx) => {
      for (const store of stores) tx.objectStore(store).clear();
    }).catch(throwLedgerError);
  } finally {
    database.close();
  }
  await new Promise<void>((resolve) => {
    const request = indexedDB?.deleteDatabase(name);
    if (!request) return resolve();
    const cancel = clock.after(DELETE_TIMEOUT_MS, resolve);
    // A tab that is frozen closes it when it wakes up. It is empty already.
    request.onsuccess = request.onerror = () => {
      cancel();
      resolve();
    };
  });
}
