import { expect, test, vi } from 'vitest';
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

test('a database that is being made is closed with a page that is put aside', async () => {
  const request = indexedDB.open('made-with-page');
  const ended = new Promise<string>((resolve) => {
    for (const type of ['success', 'error']) request.addEventListener(type, () => resolve(type));
  });
  await new Promise((resolve) => request.addEventListener('upgradeneeded', resolve));
  const close = vi.spyOn(request.result, 'close');
  abortWithPage(request.transaction as IDBTransaction);
  raise('pagehide', true);
  raise('pageshow', true);
  expect(close).toHaveBeenCalledOnce();
  expect(await ended).toBe('error');
});
