/** One request as a promise. */
export function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  const promise = new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // Its transaction fails with it: that is where a failure is heard, also when nobody waits for this request any more.
  promise.catch(() => {});
  return promise;
}

/** Options of transact. */
export interface TransactOptions {
  readonly mode: IDBTransactionMode;
  /** `strict` returns only once the data is on the disk: browsers default to less. @default 'relaxed' */
  readonly durability?: 'strict' | 'relaxed';
  /** Hears of the transaction, so as to abort it. */
  readonly onBegin?: (transaction: IDBTransaction) => void;
}

/**
 * Runs `body` in one transaction and resolves when it is committed. `body` may await nothing but requests of its
 * transaction: anything else would let the browser commit early.
 */
export async function transact<T>(
  database: IDBDatabase,
  stores: string[],
  { mode, durability = 'relaxed', onBegin }: TransactOptions,
  body: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(stores, mode, { durability });
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // Without an error of its own the transaction was aborted from outside: by us, or with the connection.
    transaction.onabort = () => reject(transaction.error ?? new DOMException('transaction aborted', 'AbortError'));
  });
  // Heard below, after the body.
  committed.catch(() => {});
  onBegin?.(transaction);
  let result: T;
  try {
    result = await body(transaction);
  } catch (cause) {
    abort(transaction);
    await committed.catch(() => {});
    // What the transaction says of itself (no room left) explains what its requests only suffered.
    throw transaction.error ?? cause;
  }
  await committed;
  return result;
}

/** Undoes the transaction, if it has not ended yet. */
export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already: its own result counts.
  }
}
