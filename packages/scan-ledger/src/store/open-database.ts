import type { Clock } from '../clock.ts';
import { LedgerError } from '../ledger-error.ts';
import { toLedgerError } from './to-ledger-error.ts';

export const LOG = 'log';
export const OUTBOX = 'outbox';
export const KEYS = 'keys';
/** `[domain, id]`: ids are UUIDv7, so the order is that of time. */
export const BY_DOMAIN = 'by-domain';
/** `[domain, sync, id]` */
export const BY_SYNC = 'by-sync';

const VERSION = 1;

function createStores(database: IDBDatabase): void {
  const log = database.createObjectStore(LOG, { keyPath: 'id' });
  log.createIndex(BY_DOMAIN, ['domain', 'id']);
  log.createIndex(BY_SYNC, ['domain', 'sync', 'id']);
  const outbox = database.createObjectStore(OUTBOX, { keyPath: 'id' });
  outbox.createIndex(BY_DOMAIN, ['domain', 'id']);
  database.createObjectStore(KEYS);
}

export interface OpenDatabaseOptions {
  readonly indexedDB: IDBFactory | undefined;
  readonly name: string;
  readonly clock: Clock;
  /** A browser may never answer `open`. */
  readonly deadlineMs: number;
  /** The connection is gone: closed by the system, or by us for a newer version of the app. */
  readonly onClosed: () => void;
}

/**
 * Opens the ledger's database.
 * @throws LedgerError
 */
export function openDatabase({ indexedDB, name, clock, deadlineMs, onClosed }: OpenDatabaseOptions) {
  return new Promise<IDBDatabase>((resolve, reject) => {
    if (!indexedDB) throw new LedgerError('unavailable', 'no IndexedDB');
    let blocked = false;
    let late = false;
    const request = indexedDB.open(name, VERSION);
    const cancel = clock.after(deadlineMs, () => {
      late = true;
      reject(new LedgerError(blocked ? 'blocked' : 'unavailable', `open took over ${deadlineMs} ms`));
    });
    request.onupgradeneeded = () => createStores(request.result);
    // Not yet a failure: the other tab is asked to close and most often does.
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
