import { abortWithPage, withinTime } from '@scantix/runtime-utils';
import type { FingerprintMetadata } from './device-identity.ts';
import { isPlausible } from './identifier-store.ts';

/** The identifier as IndexedDB stores it: tabs read each other's writes there at once, unlike in local storage. */
export interface IdentityRecord {
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly metadata: FingerprintMetadata | null;
}

/** Where the record is stored. */
export interface IdentityRecordStore {
  /** Null when there is none, or when the database does not answer in time. */
  read(): Promise<IdentityRecord | null>;
  /**
   * Writes `record`, unless `isKept` is true of the stored one; no other tab writes in between. Resolves with the one that
   * is stored then, and with `record` also where nothing could be written. @default isKept: none is kept
   */
  write(record: IdentityRecord, isKept?: (stored: IdentityRecord) => boolean): Promise<IdentityRecord>;
  /** Resolves also where nothing could be deleted. */
  clear(): Promise<void>;
}

const DATABASE = 'scantix-device-id';
const STORE = 'identity';
const KEY = 'current';
/** `open` can hang; the identifier must not. */
const TIMEOUT_MS = 1000;

/** Every operation opens and closes the database: it is used a few times in a device's life. Failures read as empty. */
export function createIndexedDbIdentityRecordStore(factory: IDBFactory): IdentityRecordStore {
  const run = (mode: IDBTransactionMode, operate: (store: IDBObjectStore) => IDBRequest): Promise<unknown> =>
    withinTime(transact(factory, mode, operate), { timeoutMs: TIMEOUT_MS, onTimeout: () => null }).catch(() => null);
  return {
    read: async () => asRecord(await run('readonly', (store) => store.get(KEY))),
    async write(record, isKept) {
      let kept: IdentityRecord | null = null;
      await run('readwrite', (store) => {
        const stored = store.get(KEY);
        stored.onsuccess = () => {
          kept = asRecord(stored.result);
          if (kept && isKept?.(kept)) return;
          kept = record;
          store.put(record, KEY);
        };
        return stored;
      });
      return kept ?? record;
    },
    clear: async () => void (await run('readwrite', (store) => store.delete(KEY))),
  };
}

async function transact(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  operate: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open(factory);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      abortWithPage(transaction);
      const request = operate(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => abortWithPage(request.result.createObjectStore(STORE).transaction);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function asRecord(value: unknown): IdentityRecord | null {
  const record = value as Partial<IdentityRecord> | null | undefined;
  return record && isPlausible(record.deviceId) && typeof record.createdAt === 'number'
    ? { deviceId: record.deviceId, createdAt: record.createdAt, metadata: asMetadata(record.metadata) }
    : null;
}

const NUMBERS = ['confidence', 'components'] as const;
const TEXTS = ['timestamp', 'userAgent', 'platform', 'language', 'screenResolution', 'timezone'] as const;

function asMetadata(value: unknown): FingerprintMetadata | null {
  const metadata = value as FingerprintMetadata | null | undefined;
  return metadata &&
    NUMBERS.every((key) => Number.isFinite(metadata[key])) &&
    TEXTS.every((key) => typeof metadata[key] === 'string')
    ? metadata
    : null;
}
