import { expect, test } from 'vitest';
import { abortWithPage } from './index.ts';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('abort-with-page');
    request.onupgradeneeded = () => request.result.createObjectStore('store');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const raise = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  dispatchEvent(new PageTransitionEvent(type, { persisted }));

/** Begins a transaction. @returns how it ends */
function begin(database: IDBDatabase): Promise<string> {
  const transaction = database.transaction('store', 'readwrite');
  abortWithPage(transaction);
  transaction.objectStore('store').put(1, 1);
  return new Promise((resolve) => {
    for (const type of ['complete', 'abort']) transaction.addEventListener(type, () => resolve(type));
  });
}

test('a transaction ends with a page that is put aside, and not with one that ends', async () => {
  const database = await openDatabase();
  const before = begin(database);
  raise('pagehide', true);
  expect(await before).toBe('abort');
  expect(await begin(database), 'begun by a listener to a later event').toBe('abort');
  raise('pageshow', true);
  const after = begin(database);
  raise('pagehide', false);
  expect(await after).toBe('complete');
  database.close();
});
