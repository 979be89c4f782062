import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A database as a later build leaves it. */
async function leaveNewer(name: string, stores: string[]): Promise<void> {
  const request = indexedDB.open(name, 99);
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store);
  };
  (await opened(request)).close();
}

const open = (name: string, options: Partial<OpenDatabaseOptions> = {}) =>
  openDatabase({
    indexedDB,
    name,
    shape: { version: 2, stores: ['scans'], upgrade: (database) => void database.createObjectStore('scans') },
    clock: createFakeClock(),
    deadlineMs: 5_000,
    onClosed: () => {},
    log: () => {},
    ...options,
  });

test('a database of a later build opens at its own version, and stores of its own stay', async () => {
  await leaveNewer('later', ['scans', 'unheard-of']);
  const events: string[] = [];
  const database = await open('later', { log: ({ name }) => void events.push(name) });
  expect([database.version, [...database.objectStoreNames]]).toEqual([99, ['scans', 'unheard-of']]);
  expect(events).toEqual(['ledger-storage-newer']);
});

test('a database of a later build without a store that this build needs is outdated, and stays', async () => {
  await leaveNewer('moved', ['other']);
  await expect(open('moved')).rejects.toMatchObject({ code: 'outdated', cause: 'version 99 lacks a store' });
  const shape = { version: 2, stores: ['other', 'scans'], upgrade() {} };
  await expect(open('moved', { shape })).rejects.toMatchObject({ code: 'outdated' });
  const kept = await opened(indexedDB.open('moved'));
  expect([...kept.objectStoreNames]).toEqual(['other']);
  kept.close();
  // Waits until no connection is left.
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('moved').onsuccess = resolve;
  });
});

test('a database that is deleted before it is opened at its own version is not made without a version', async () => {
  await leaveNewer('gone', ['scans']);
  const deleting = {
    open(name: string, version?: number) {
      if (version === undefined) indexedDB.deleteDatabase(name);
      return indexedDB.open(name, version);
    },
  } as IDBFactory;
  await expect(open('gone', { indexedDB: deleting })).rejects.toMatchObject({ name: 'AbortError' });
  expect((await open('gone')).version).toBe(2);
});

test('a tab that closes for a later build, and one that is held up by an older build, leave a line in the log', async () => {
  const events: unknown[] = [];
  const log: OpenDatabaseOptions['log'] = (event) => void events.push(event);
  const onClosed = vi.fn();
  const database = await open('held', { log });
  // As the older build does not.
  database.onversionchange = null;
  const request = indexedDB.open('held', 99);
  await new Promise((resolve) => {
    request.onblocked = resolve;
  });
  const second = open('held', { log, onClosed });
  database.close();
  await opened(request);
  request.result.close();
  const reopened = await second;
  const later = indexedDB.open('held', 100);
  await opened(later);
  expect(onClosed).toHaveBeenCalledTimes(1);
  expect(events).toEqual([
    { name: 'ledger-storage-newer', properties: { database: 'held', version: 99 } },
    { name: 'ledger-storage-yielded', properties: { database: 'held', version: 100 } },
  ]);
  reopened.close();
  later.result.close();
});

test('a tab that an older build holds up says so, gives up in time, and leaves nothing open', async () => {
  const older = await opened(indexedDB.open('slow', 1));
  const clock = createFakeClock();
  const log = vi.fn();
  const opening = open('slow', { clock, log });
  await vi.waitFor(() => expect(log).toHaveBeenCalled());
  const blocked = { name: 'ledger-storage-blocked', level: 'warn', properties: { database: 'slow' } };
  expect(log.mock.calls).toEqual([[blocked]]);
  clock.advance(5_000);
  await expect(opening).rejects.toMatchObject({ code: 'blocked' });
  using closed = vi.spyOn(IDBDatabase.prototype, 'close');
  older.close();
  // The connection that comes too late.
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
  // Waits until no connection is left.
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('slow').onsuccess = resolve;
  });
  expect(await indexedDB.databases()).toEqual([]);
});

test('a database that opens in time leaves no timer', async () => {
  const cancel = vi.fn();
  const clock = { ...createFakeClock(), after: () => cancel };
  const database = await open('in-time', { clock });
  expect(cancel).toHaveBeenCalledTimes(1);
  database.close();
});

test('without IndexedDB nothing can be opened', async () => {
  await expect(open('none', { indexedDB: undefined })).rejects.toMatchObject({
    ...{ code: 'unavailable', cause: 'no IndexedDB' },
  });
});

test('a database that does not answer is given up in time', async () => {
  const clock = createFakeClock();
  const silent = { open: () => ({}) } as unknown as IDBFactory;
  const opening = open('silent', { clock, indexedDB: silent });
  clock.advance(5_000);
  await expect(opening).rejects.toMatchObject({ code: 'unavailable', cause: 'open took over 5000 ms' });
});
