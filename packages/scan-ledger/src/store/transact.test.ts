import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { toPromise, transact } from './transact.ts';

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('transact');
  request.onupgradeneeded = () => void request.result.createObjectStore('rows', { keyPath: 'id' });
  return toPromise(request);
}

const put = (database: IDBDatabase, id: string, end: (tx: IDBTransaction) => Promise<unknown> = async () => {}) =>
  transact(database, ['rows'], { mode: 'readwrite' }, async (tx) => {
    tx.objectStore('rows').put({ id });
    await toPromise(tx.objectStore('rows').get(id));
    return end(tx);
  });

test('what the body returns comes back once it is committed; nothing is saved of a body that fails', async () => {
  const database = await openDatabase();
  expect(await put(database, 'a', async () => 'done')).toBe('done');
  await expect(put(database, 'b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const all = await transact(database, ['rows'], { mode: 'readonly' }, (tx) =>
    toPromise(tx.objectStore('rows').getAllKeys()),
  );
  expect(all).toEqual(['a']);
  database.close();
});

test('a transaction that is aborted from outside fails as an abort, one with an error of its own with that', async () => {
  const database = await openDatabase();
  const aborted = put(database, 'c', async (tx) => tx.abort());
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError', message: 'transaction aborted' });
  const constraint = put(database, 'd', async (tx) => void tx.objectStore('rows').add({ id: 'd' }));
  await expect(constraint).rejects.toMatchObject({ name: 'ConstraintError' });
  database.close();
});

test('a transaction of which nothing is heard, as Chromium leaves it when it deletes the database, ends with the connection', async () => {
  const database = await openDatabase();
  let committing = (_: unknown) => {};
  const begun = new Promise((resolve) => {
    committing = resolve;
  });
  const silent = put(database, 'e', async (tx) => {
    tx.oncomplete = null;
    tx.onabort = null;
    committing(tx);
  });
  await begun;
  forceCloseDatabase(database as never);
  await expect(silent).rejects.toMatchObject({ name: 'AbortError' });
});
