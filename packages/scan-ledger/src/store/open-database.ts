import { abortWithPage } from '@scantix/runtime-utils';
import { LedgerError } from '../model/ledger-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';

/** The schema of a database and its upgrade. */
export interface DatabaseShape {
  readonly version: number;
  /** The object stores that this build uses. */
  readonly stores: readonly string[];
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
  readonly log: LedgerLog;
}

/**
 * Opens a database of the ledger. One that a later build has left is opened at its own version: what this build
 * understands of it is read and written, everything else stays.
 * @throws LedgerError, or the DOMException of IndexedDB
 */
export async function openDatabase({ deadlineMs, ...options }: OpenDatabaseOptions): Promise<IDBDatabase> {
  const { name, clock, log } = options;
  let isLate = false;
  let isBlocked = false;
  const onBlocked = () => {
    isBlocked = true;
    log({ name: 'ledger-storage-blocked', level: 'warn', properties: { database: name } });
  };
  const opening = open({ ...options, onBlocked }).then((database) => {
    if (isLate) database.close();
    return database;
  });
  let cancel = () => {};
  const deadline = new Promise<never>((_, reject) => {
    cancel = clock.after(deadlineMs, () => {
      isLate = true;
      reject(new LedgerError(isBlocked ? 'blocked' : 'unavailable', `open took over ${deadlineMs} ms`));
    });
  });
  try {
    return await Promise.race([opening, deadline]);
  } finally {
    cancel();
  }
}

type OpenOptions = Omit<OpenDatabaseOptions, 'deadlineMs'> & { readonly onBlocked: () => void };

async function open({ indexedDB, name, shape, onBlocked, onClosed, log }: OpenOptions): Promise<IDBDatabase> {
  if (!indexedDB) throw new LedgerError('unavailable', 'no IndexedDB');
  const database = await request(indexedDB.open(name, shape.version), {
    onBlocked,
    onUpgrade: (made, tx, from) => shape.upgrade(made, tx, from),
  }).catch((cause) => {
    if (!(cause instanceof Error && cause.name === 'VersionError')) throw cause;
    // A database that is gone meanwhile must not be made at version 1.
    return request(indexedDB.open(name), { onBlocked, onUpgrade: (_, tx) => tx.abort() });
  });
  if (database.version > shape.version) {
    log({ name: 'ledger-storage-newer', properties: { database: name, version: database.version } });
  }
  if (!shape.stores.every((store) => database.objectStoreNames.contains(store))) {
    database.close();
    throw new LedgerError('outdated', `version ${database.version} lacks a store`);
  }
  database.onclose = () => {
    log({ name: 'ledger-storage-closed', properties: { database: name } });
    onClosed();
  };
  database.onversionchange = ({ newVersion }) => {
    log({ name: 'ledger-storage-yielded', properties: { database: name, version: newVersion } });
    database.close();
    onClosed();
  };
  return database;
}

interface RequestHandlers {
  readonly onUpgrade: DatabaseShape['upgrade'];
  /** Not yet a failure: the other tab is asked to close and usually does. */
  readonly onBlocked: () => void;
}

function request(opening: IDBOpenDBRequest, { onUpgrade, onBlocked }: RequestHandlers): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    opening.onupgradeneeded = ({ oldVersion }) => {
      const transaction = opening.transaction as IDBTransaction;
      abortWithPage(transaction);
      onUpgrade(opening.result, transaction, oldVersion);
    };
    opening.onblocked = onBlocked;
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
}
