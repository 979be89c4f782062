import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../ports/clock.ts';
import { createIndexedDbTicketStore } from '../tickets/create-indexed-db-ticket-store.ts';
import { createIndexedDbFactsStore } from './create-indexed-db-facts-store.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import { logShape } from './log-shape.ts';

function opened(name: string, version?: number, upgrade?: IDBOpenDBRequest['onupgradeneeded']): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = upgrade ?? null;
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The version of a database, and of each of its stores the key and the keys of its indexes. */
async function shapeOf(name: string) {
  const database = await opened(name);
  const tx = database.transaction([...database.objectStoreNames]);
  const stores = [...database.objectStoreNames].map((storeName) => {
    const store = tx.objectStore(storeName);
    const indexes = [...store.indexNames].map((index) => [index, store.index(index).keyPath]);
    return [storeName, [store.keyPath, Object.fromEntries(indexes)]];
  });
  database.close();
  return [database.version, Object.fromEntries(stores)];
}

/** What phones in use have: a change of it needs another version, and an upgrade. */
const SCANS = [
  2,
  {
    conflicts: ['id', { 'by-domain': ['domain', 'id'] }],
    keys: [null, {}],
    log: [
      'id',
      {
        'by-code': ['domain', 'code', 'id'],
        'by-domain': ['domain', 'id'],
        'by-sync': ['domain', 'sync', 'id'],
        'by-tally': ['domain', 'tally', 'claimedAt'],
      },
    ],
    outbox: ['id', { 'by-domain': ['domain', 'id'] }],
    undos: ['scanId', { 'by-domain': ['domain', 'scanId'] }],
  },
];
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const options = () => ({ indexedDB, clock: systemClock, databaseName: 'shapes', deadlineMs: 5_000 });

test('the databases have the stores, keys and indexes that builds in use know', async () => {
  const stores = [
    createIndexedDbScanStore(options()),
    createIndexedDbFactsStore(options()),
    createIndexedDbTicketStore(options()),
  ] as const;
  await stores[0].open();
  await stores[1].read('server');
  await stores[2].read('north');
  for (const store of stores) store.close();
  expect(await shapeOf('shapes')).toEqual(SCANS);
  expect(await shapeOf('shapes-facts')).toEqual([1, { facts: [null, {}] }]);
  expect(await shapeOf('shapes-tickets')).toEqual([1, { blocks: [null, {}], sets: [null, {}] }]);
});

test('a database of the first version becomes the same', async () => {
  const first = await opened('first', 1, function () {
    logShape.upgrade(this.result, this.transaction as IDBTransaction, 0);
    // As the first version left it.
    for (const name of ['by-code', 'by-tally']) this.transaction?.objectStore('log').deleteIndex(name);
    for (const name of ['undos', 'conflicts']) this.result.deleteObjectStore(name);
  });
  first.close();
  const store = createIndexedDbScanStore({ ...options(), databaseName: 'first' });
  await store.open();
  store.close();
  expect(await shapeOf('first')).toEqual(SCANS);
});
