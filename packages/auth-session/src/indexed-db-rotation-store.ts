import { abortWithPage, withinTime } from '@scantix/runtime-utils';
import type { Clock } from './clock.ts';
import { type RotationRecord, rotationRecordSchema } from './rotation-record.ts';
import { isSameRotation, type RotationStore } from './rotation-store.ts';
import { DEFAULT_NAMES } from './session-names.ts';

const STORE = 'rotation';
const KEY = 'current';

/** `open` and a transaction can hang for good (another tab's upgrade, a broken profile). */
const TIMEOUT_MS = 2_000;

/** Stores the record in IndexedDB; each write is on disk before it is reported. */
export function createIndexedDbRotationStore(
  factory: IDBFactory,
  clock: Clock,
  name = DEFAULT_NAMES.database,
): RotationStore {
  let database: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    database ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory.open(name, 1);
      request.onupgradeneeded = () => abortWithPage(request.result.createObjectStore(STORE).transaction);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // iOS drops connections in the background: opened again next time.
        request.result.onclose = () => {
          database = null;
        };
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
    }).catch((cause: unknown) => {
      database = null;
      throw cause;
    });
    return database;
  }

  /** One read and at most one write in one transaction. `decide` returns undefined to leave the record alone. */
  async function transact(
    mode: IDBTransactionMode,
    decide: (record: RotationRecord | null) => RotationRecord | null | undefined,
  ): Promise<RotationRecord | null> {
    const connection = await open();
    return new Promise((resolve, reject) => {
      const transaction = connection.transaction(STORE, mode, { durability: 'strict' });
      abortWithPage(transaction);
      const store = transaction.objectStore(STORE);
      let seen: RotationRecord | null = null;
      const get = store.get(KEY);
      get.onsuccess = () => {
        const parsed = rotationRecordSchema.safeParse(get.result);
        seen = parsed.success ? parsed.data : null;
        const next = decide(seen);
        if (next === null) store.delete(KEY);
        else if (next !== undefined) store.put(next, KEY);
      };
      transaction.oncomplete = () => resolve(seen);
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'));
    });
  }

  const transactInTime = (...parameters: Parameters<typeof transact>) =>
    withinTime(transact(...parameters), {
      timeoutMs: TIMEOUT_MS,
      onTimeout: () => {
        throw new Error('IndexedDB did not answer in time');
      },
      clock,
    });

  /** A connection that was closed or dropped shows only when it is used: one more attempt on a new one. */
  async function run(...parameters: Parameters<typeof transact>): Promise<RotationRecord | null> {
    try {
      return await transactInTime(...parameters);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      database = null;
      return transactInTime(...parameters);
    }
  }

  return {
    read: () => run('readonly', () => undefined),
    async replace(expected, next) {
      let written = false;
      await run('readwrite', (record) => {
        written = isSameRotation(record, expected);
        return written ? next(record) : undefined;
      });
      return written;
    },
    async update(change) {
      await run('readwrite', change);
    },
  };
}
