import { LedgerError } from '../model/ledger-error.ts';
import type { Clock } from '../ports/clock.ts';
import { toLedgerError } from './to-ledger-error.ts';

/** The schema of a database and its upgrade. */
export interface DatabaseShape {
  readonly version: number;
  /** Runs inside the upgrade transaction. `from` is 0 for a new database. */
  readonly upgrade: (database: IDBDatabase, transaction: IDBTransaction, from: number) => void;
}

/** Options of openDatabase. */
export interface OpenDatabaseOptions {
  readonly indexedDB: IDBFactory | undefined;
  readonly name: string;
  readonly shape: DatabaseShape;
  readonly clock: Clock;
  /** Time limit in milliseconds: a browser may never answer `open`. */
  readonly deadlineMs: number;
  /** Called when the connection was closed: by the system, or for a newer version of the app. */
  readonly onClosed: () => void;
}

/**
 * Opens a database of the ledger.
 * @throws LedgerError
 */
export function openDatabase({ indexedDB, name, shape, clock, deadlineMs, onClosed }: OpenDatabaseOptions) {
  return new Promise<IDBDatabase>((resolve, reject) => {
    if (!indexedDB) throw new LedgerError('unavailable', 'no IndexedDB');
    let blocked = false;
    let late = false;
    const request = indexedDB.open(name, shape.version);
    const cancel = clock.after(deadlineMs, () => {
      late = true;
      reject(new LedgerError(blocked ? 'blocked' : 'unavailable', `open took over ${deadlineMs} ms`));
    });
    request.onupgradeneeded = ({ oldVersion }) => {
      shape.upgrade(request.result, request.transaction as IDBTransaction, oldVersion);
    };
    // Not yet a failure: the other tab is asked to close and usually does.
    request.onblocked = () => {
      blocked = true;
    };
    request.onerror = () => {
      cancel();
      reject(toLedgerError(request.error));
    };
    request.onsuccess = () => {
      cancel();
      const database = request.result;
      if (late) return database.close();
      database.onclose = onClosed;
      database.onversionchange = () => {
        database.close();
        onClosed();
      };
      resolve(database);
    };
  }).catch((cause) => Promise.reject(toLedgerError(cause)));
}
