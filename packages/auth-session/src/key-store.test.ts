import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { openKeyStore } from './key-store.ts';

// The store keeps whatever a browser can clone.
const keyOf = (name: string) => ({ name }) as unknown as CryptoKeyPair;

test('the first of two tabs that add a key at once wins', async () => {
  const indexedDB = new IDBFactory();
  const [here, there] = [1, 2].map(() => openKeyStore({ baseUrl: '/', indexedDB, database: 'scantix-auth-session' }));
  await Promise.all([here?.add(keyOf('first')), there?.add(keyOf('second'))]);
  expect(await here?.read()).toEqual(keyOf('first'));
  expect(await there?.read()).toEqual(keyOf('first'));
});

test('each server has a key of its own, and one that has none has none', async () => {
  const indexedDB = new IDBFactory();
  await openKeyStore({ baseUrl: '/', indexedDB, database: 'scantix-auth-session' })?.add(keyOf('first'));
  expect(
    await openKeyStore({ baseUrl: 'https://elsewhere.example', indexedDB, database: 'scantix-auth-session' })?.read(),
  ).toBeUndefined();
});

test('where there is no IndexedDB there is no store', () => {
  expect(openKeyStore({ baseUrl: '/', indexedDB: null, database: 'scantix-auth-session' })).toBeNull();
});

test('a key that the browser does not store is an error, and no connection stays open', async () => {
  const indexedDB = new IDBFactory();
  const store = openKeyStore({ baseUrl: '/', indexedDB, database: 'scantix-auth-session' });
  await expect(store?.add({ privateKey: () => {} } as never)).rejects.toThrow();
  // One that is open would have to be asked to close first.
  const blocked = vi.fn();
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('scantix-auth-session');
    request.onblocked = blocked;
    request.onsuccess = resolve;
  });
  expect(blocked).not.toHaveBeenCalled();
});

test('a database that cannot be opened is an error', async () => {
  const indexedDB = new IDBFactory();
  await new Promise((resolve) => {
    // As a later build may leave it.
    indexedDB.open('scantix-auth-session', 2).onsuccess = resolve;
  });
  await expect(openKeyStore({ baseUrl: '/', indexedDB, database: 'scantix-auth-session' })?.read()).rejects.toThrow(
    /version/,
  );
});

test('a key is on disk before it is registered', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await openKeyStore({ baseUrl: '/', indexedDB: new IDBFactory(), database: 'scantix-auth-session' })?.add(
    keyOf('first'),
  );
  expect(transaction).toHaveBeenLastCalledWith('rotation', 'readwrite', { durability: 'strict' });
  transaction.mockRestore();
});
