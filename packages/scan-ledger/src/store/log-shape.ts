import type { DatabaseShape } from './open-database.ts';

/** The object store of all scans. */
export const LOG = 'log';
/** The object store of scans that wait for the server. */
export const OUTBOX = 'outbox';
/** The object store of undos that wait for the server. */
export const UNDOS = 'undos';
/** The object store of open conflicts. */
export const CONFLICTS = 'conflicts';
/** The object store of the device keys. */
export const KEYS = 'keys';

/** `[domain, id]`: ids are UUIDv7 and sort by time. */
export const BY_DOMAIN = 'by-domain';
/** `[domain, sync, id]` */
export const BY_SYNC = 'by-sync';
/** `[domain, code, id]`: the scans of one barcode, by its keyed hash. */
export const BY_CODE = 'by-code';
/** `[domain, tally, claimedAt]`: counts without reading a row. */
export const BY_TALLY = 'by-tally';

/** The database of scans: log, outbox, waiting undos, open conflicts, and the keys that seal all of them. */
export const logShape: DatabaseShape = {
  version: 2,
  stores: [LOG, OUTBOX, UNDOS, CONFLICTS, KEYS],
  upgrade(database, transaction, from) {
    if (from < 1) {
      const log = database.createObjectStore(LOG, { keyPath: 'id' });
      log.createIndex(BY_DOMAIN, ['domain', 'id']);
      log.createIndex(BY_SYNC, ['domain', 'sync', 'id']);
      database.createObjectStore(OUTBOX, { keyPath: 'id' }).createIndex(BY_DOMAIN, ['domain', 'id']);
      database.createObjectStore(KEYS);
    }
    if (from < 2) {
      const log = transaction.objectStore(LOG);
      log.createIndex(BY_CODE, ['domain', 'code', 'id']);
      log.createIndex(BY_TALLY, ['domain', 'tally', 'claimedAt']);
      database.createObjectStore(UNDOS, { keyPath: 'scanId' }).createIndex(BY_DOMAIN, ['domain', 'scanId']);
      database.createObjectStore(CONFLICTS, { keyPath: 'id' }).createIndex(BY_DOMAIN, ['domain', 'id']);
    }
  },
};

/** Returns the range of all keys that begin with these parts: an array sorts after every string and number. */
export function beginningWith(...parts: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}
