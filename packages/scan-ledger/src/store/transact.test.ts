import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { toPromise, transact } from './transact.ts';

let made = 0;

/** A database of its own, which no transaction of another test holds up. */
async function openDatabase(): Promise<IDBDatabase> {
  made += 1;
  const request = indexedDB.open(`transact-${made}`);
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

test('a body that waits for a request that fails ends with its error', async () => {
  const database = await openDatabase();
  await put(database, 'f');
  const again = put(database, 'g', (tx) => toPromise(tx.objectStore('rows').add({ id: 'f' })));
  await expect(again).rejects.toMatchObject({ name: 'ConstraintError' });
  expect(await toPromise(database.transaction('rows').objectStore('rows').getAllKeys())).toEqual(['f']);
  database.close();
});

test('where a request fails since another one has ended the transaction, the first error is told', async () => {
  const database = await openDatabase();
  const both = put(database, 'h', async (tx) => {
    tx.objectStore('rows').add({ id: 'h' });
    await toPromise(tx.objectStore('rows').get('h'));
    await toPromise(tx.objectStore('rows').get('h'));
  });
  await expect(both).rejects.toMatchObject({ name: 'ConstraintError' });
  database.close();
});

test('a request that fails and that nobody awaits fails nothing but its transaction', async () => {
  const database = await openDatabase();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const constraint = put(database, 'i', async (tx) => void toPromise(tx.objectStore('rows').add({ id: 'i' })));
  await expect(constraint).rejects.toMatchObject({ name: 'ConstraintError' });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  database.close();
});

test('a transaction that has ended no longer listens to its connection', async () => {
  const database = await openDatabase();
  const [added, removed] = [vi.spyOn(database, 'addEventListener'), vi.spyOn(database, 'removeEventListener')];
  await put(database, 'j');
  await expect(put(database, 'k', async (tx) => tx.abort())).rejects.toThrow();
  expect(added).toHaveBeenCalledTimes(2);
  expect(removed.mock.calls).toEqual(added.mock.calls);
  database.close();
});
