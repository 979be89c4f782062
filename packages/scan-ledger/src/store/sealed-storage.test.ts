import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';

let made = 0;

async function createStore() {
  made += 1;
  const databaseName = `sealed-${made}`;
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  const scan = makeScan(read('TICKET-OF-MRS-SECRET'), {
    id: '01939f8e-0000-7000-8000-00000000000a',
    claimedAt: Date.parse('2026-11-21T09:00:00.000Z'),
    clock: null,
    deviceId: 'device-1',
    claimedBy: 'anna',
  });
  await store.add(scan, 'north');
  await store.settle([
    {
      id: scan.id,
      sync: 'sent',
      knewDeviceVerdict: false,
      receivedAt: '2026-11-21T09:00:01.000Z',
      verdict: {
        outcome: 'accepted',
        reason: 'ok',
        certainty: 'server',
        mode: 'entry',
        decided_at: '2026-11-21T09:00:01.000Z',
        ticket: {
          holder: 'Mrs Secret',
          type: 'Day',
          entries_left: 0,
          entries_allowed: 1,
          valid_from: null,
          valid_until: null,
          order: null,
        },
      },
    },
  ]);
  return { store, scan, database: await rawOpen(databaseName) };
}

function rawOpen(name: string): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
}

function all(database: IDBDatabase, name: string): Promise<unknown[]> {
  return new Promise((resolve) => {
    const request = database.transaction(name).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
  });
}

test('neither the code nor who holds the ticket can be read from the storage', async () => {
  const { database, scan } = await createStore();
  const rows = (await all(database, 'log')) as Record<string, unknown>[];
  expect(rows).toHaveLength(1);
  const clear = [
    'answer',
    'byDevice',
    'claimedAt',
    'code',
    'domain',
    'format',
    'id',
    'receipt',
    'scan',
    'shown',
    'sync',
    'tally',
    'undo',
  ];
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(clear);
  const bytes = rows.flatMap((row) => [row.scan, row.answer] as { data: ArrayBuffer }[]);
  const text = bytes.map(({ data }) => Buffer.from(data).toString('latin1')).join('') + JSON.stringify(rows);
  for (const secret of [scan.barcode, 'Secret', 'anna']) expect(text).not.toContain(secret);
  database.close();
});

test('the key that seals can be used here and taken nowhere', async () => {
  const { database } = await createStore();
  const keys = (await all(database, 'keys')).filter((kept) => kept instanceof CryptoKey);
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  }
  database.close();
});

test('two tabs that start at once on a new device seal with the same key', async () => {
  const databaseName = 'sealed-by-two';
  const open = () => createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  const [one, other] = [open(), open()];
  const { scan } = await createStore();
  await Promise.all([one.open(), other.open()]);
  await one.add(scan, 'north');
  expect((await other.get(scan.id))?.scan).toEqual(scan);
});

test('a part moved to another row does not open: the scan is not shown as what it is not', async () => {
  const { store, database, scan } = await createStore();
  const [row] = (await all(database, 'log')) as { id: string }[];
  const moved = scan.id.replace(/a$/, 'b');
  const transaction = database.transaction('log', 'readwrite');
  transaction.objectStore('log').put({ ...row, id: moved });
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  expect(await store.get(moved)).toBeNull();
  expect((await store.list({ domain: 'north', limit: 50 })).map(({ scan: { id } }) => id)).toEqual([scan.id]);
  database.close();
});

test('a page of the log is full where a scan of it cannot be read: no export ends there', async () => {
  const { store, database, scan } = await createStore();
  const [row] = (await all(database, 'log')) as { id: string }[];
  const transaction = database.transaction('log', 'readwrite');
  for (const end of ['b', 'd']) transaction.objectStore('log').put({ ...row, id: scan.id.replace(/a$/, end) });
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  const between = { ...scan, id: scan.id.replace(/a$/, 'c') };
  await store.add(between, 'north');
  const page = async (limit: number) => (await store.list({ domain: 'north', limit })).map(({ scan: { id } }) => id);
  expect(await page(1)).toEqual([between.id]);
  expect(await page(2)).toEqual([between.id, scan.id]);
  expect(await page(3)).toEqual([between.id, scan.id]);
  database.close();
});

test('scans are written with strict durability', async () => {
  const { store, scan } = await createStore();
  const asked: unknown[] = [];
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, options) {
    asked.push([mode, options?.durability]);
    return transaction.call(this, stores, mode, options);
  };
  try {
    await store.add({ ...scan, id: scan.id.replace(/a$/, 'c') }, 'north');
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
  expect(asked).toEqual([['readwrite', 'strict']]);
});

test('a page that is not secure is named as the cause: it has no keys to seal with', async () => {
  // As a page at http:// and an address of the local network has it.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await expect(createStore()).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'The page is not secure (https, or localhost): it has no WebCrypto' },
  });
});
