/** One request as a promise. */
export function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

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
  onBegin?.(transaction);
  const [result] = await Promise.all([
    body(transaction).catch((cause: unknown) => {
      // The reason that counts is the transaction's own, where it has one.
      try {
        transaction.abort();
      } catch {
        // It has ended already.
      }
      return committed.then(() => Promise.reject(cause));
    }),
    committed,
  ]);
  return result;
}
