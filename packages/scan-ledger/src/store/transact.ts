import { abortWithPage } from '@scantix/runtime-utils';

/** Converts a request to a promise. */
export function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  const promise = new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // The failure also fails the transaction, where it is handled if nobody awaits this request.
  promise.catch(() => {});
  return promise;
}

/** Options of transact. */
export interface TransactOptions {
  readonly mode: IDBTransactionMode;
  /** `strict` resolves only once the data is on the disk. @default 'relaxed' */
  readonly durability?: 'strict' | 'relaxed';
  /** Receives the transaction, to abort it. */
  readonly onBegin?: (transaction: IDBTransaction) => void;
}

/**
 * Runs `body` in one transaction and resolves when it is committed. `body` may await only requests of its transaction:
 * anything else would let the browser commit early.
 */
export async function transact<T>(
  database: IDBDatabase,
  stores: string[],
  { mode, durability = 'relaxed', onBegin }: TransactOptions,
  body: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(stores, mode, { durability });
  abortWithPage(transaction);
  let unsubscribe = () => {};
  const committed = new Promise<void>((resolve, reject) => {
    // Without an error of its own the transaction was aborted from outside: by the app, or with the connection.
    const fail = () => reject(transaction.error ?? new DOMException('transaction aborted', 'AbortError'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    // Chromium, which closes a database to delete it, tells some of its transactions nothing.
    database.addEventListener('close', fail);
    unsubscribe = () => database.removeEventListener('close', fail);
  });
  // Awaited below, after the body.
  committed.then(unsubscribe, unsubscribe);
  onBegin?.(transaction);
  let result: T;
  try {
    result = await body(transaction);
  } catch (cause) {
    abort(transaction);
    await committed.catch(() => {});
    // The transaction's own error (no room left) is the cause of those of its requests.
    throw transaction.error ?? cause;
  }
  await committed;
  return result;
}

/** Aborts the transaction, if it has not ended yet. */
export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already, with its own result.
  }
}
