/**
 * A planted bug: deletes scans from the outbox when they are sent, not when they are answered. It changes the ledger's
 * database from outside, since no option of the ledger does that.
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
