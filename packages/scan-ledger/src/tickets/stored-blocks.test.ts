import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { toPromise } from '../store/transact.ts';
import { createFakeClock } from '../testing/create-fake-clock.ts';
import { createFakeTickets } from '../testing/create-fake-tickets.ts';
import { bucketOf } from './block.ts';
import { createIndexedDbTicketStore } from './create-indexed-db-ticket-store.ts';

const [domain, checkpointId, now] = ['north', '01939f8e-0000-7000-8000-000000000001', 0];

/** A store that downloads tickets, seven a page, and what its database holds of them. */
function setUp(count: number) {
  const indexedDB = new IDBFactory();
  const options = { indexedDB, clock: createFakeClock(), databaseName: 'blocks', deadlineMs: 5_000 };
  const store = createIndexedDbTicketStore(options);
  const tickets = createFakeTickets({ now: () => now, pageSize: 7 });
  for (let index = 0; index < count; index += 1) tickets.set(`T-${index}`);
  const nextPage = async () => {
    const { whole, arriving } = await store.read(domain);
    const cursor = (arriving ?? whole)?.cursor ?? null;
    return { page: await tickets.page({ checkpointId, cursor }), cursor };
  };
  const fetch = async (pages = 100) => {
    for (let left = pages; left > 0; left -= 1) {
      const { page, cursor } = await nextPage();
      if ((await store.apply(page, { domain, cursor, now })) !== 'applied' || page.manifest.complete) return;
    }
  };
  /** The generation of each stored block. */
  const blocks = async () => {
    const database = await toPromise(indexedDB.open('blocks-tickets'));
    const keys = await toPromise(database.transaction('blocks').objectStore('blocks').getAllKeys());
    database.close();
    return keys.map((key) => (key as number[])[0]);
  };
  const generations = async () => [...new Set(await blocks())];
  return { indexedDB, store, tickets, nextPage, fetch, blocks, generations };
}

test('what a set replaces, and what of a download that begins anew was there, is deleted', async () => {
  const { store, tickets, fetch, generations } = setUp(20);
  await fetch();
  expect(await generations()).toEqual([1]);
  tickets.restartFeed();
  await fetch(2);
  expect(await generations()).toEqual([1, 2]);
  tickets.restartFeed();
  await fetch(1);
  expect(await generations()).toEqual([1, 3]);
  expect(await store.read('south')).toEqual({ whole: null, arriving: null });
  await fetch();
  expect(await generations()).toEqual([3]);
  expect((await store.read(domain)).arriving).toBeNull();
});

test('of a download that is dropped no block stays, and the set before it is used', async () => {
  const { store, tickets, fetch, generations } = setUp(20);
  await fetch();
  tickets.restartFeed();
  await fetch(2);
  await store.dropArriving();
  expect(await generations()).toEqual([1]);
  expect((await store.find(domain, 'T-0')).kind).toBe('found');
});

test('of a download that is corrupt nothing stays, and the set before it is used', async () => {
  const { store, tickets, nextPage, fetch, generations } = setUp(5);
  await fetch();
  tickets.restartFeed();
  const { page, cursor } = await nextPage();
  const short = { ...page, rows: page.rows.slice(1) };
  expect(await store.apply(short, { domain, cursor, now })).toBe('corrupt');
  expect(await generations()).toEqual([1]);
  expect((await store.find(domain, 'T-1')).kind).toBe('found');
});

test('a set that one page brings is saved once, the newest row of each ticket, and no block is read back', async () => {
  const { store, nextPage, blocks } = setUp(5);
  const { page, cursor } = await nextPage();
  const stale = page.rows.map((row) => ({ ...row, sealed: 'stale', change: 0 }));
  const gone = { key: page.rows[0]?.key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) ?? '', change: 99 };
  const rows = [...stale, ...page.rows, { ...gone, removed: true as const }];
  const reads = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  expect(await store.apply({ ...page, rows }, { domain, cursor, now })).toBe('applied');
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  // Two tickets may have one bucket: each feed has a key of its own.
  expect(await blocks()).toHaveLength(new Set(page.rows.map(({ key }) => bucketOf(key))).size);
  expect(await store.find(domain, 'T-4')).toMatchObject({ kind: 'found', row: page.rows[4] });
});

test('small updates of a ticket are put together from time to time', async () => {
  const { tickets, fetch, blocks } = setUp(1);
  await fetch();
  const counts = [];
  for (let update = 1; update <= 40; update += 1) {
    tickets.change('T-0', { entriesUsed: update });
    await fetch();
    counts.push((await blocks()).length);
  }
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 16]);
});

test('where there is no ticket no block is stored', async () => {
  const { fetch, blocks } = setUp(0);
  await fetch();
  expect(await blocks()).toEqual([]);
});

test('a store that is closed holds its database up no more', async () => {
  const { indexedDB, store, fetch } = setUp(1);
  await fetch();
  store.close();
  const request = indexedDB.deleteDatabase('blocks-tickets');
  const isBlocked = await new Promise((resolve) => {
    request.onsuccess = () => resolve(false);
    request.onblocked = () => resolve(true);
  });
  expect(isBlocked).toBe(false);
});
