/**
 * The bug that proves the history check: the outbox forgets scans when they are sent, not when they are answered. It
 * reaches into the ledger's database from outside, since no option of the ledger could be so wrong.
 */
export async function deleteBeforeAnswer(ids: readonly string[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('scantix-scan-ledger');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = database.transaction(['outbox'], 'readwrite');
  for (const id of ids) transaction.objectStore('outbox').delete(id);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}
