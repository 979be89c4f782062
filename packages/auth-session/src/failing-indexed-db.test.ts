import { IDBDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import { beginRotation } from './rotation-record.ts';
import { createFakeClock } from './testing/index.ts';

const NAME = 'scantix-auth-session';
const record = beginRotation(
  { accessToken: 'a', expiresAt: 1, refreshToken: 'r', refreshExpiresAt: 2, clockOffsetMs: null },
  'h',
);

function setUp() {
  const factory = new IDBFactory();
  const connections: IDBDatabase[] = [];
  const open = vi.spyOn(factory, 'open').mockImplementation((...asked) => {
    const request = IDBFactory.prototype.open.apply(factory, asked);
    request.addEventListener('success', () => connections.push(request.result as never));
    return request;
  });
  const clock = createFakeClock();
  return { factory, connections, open, clock, store: createIndexedDbRotationStore(factory as never, clock) };
}

const settled = <T>(request: { onsuccess: unknown; onerror: unknown; onblocked?: unknown; result: T }) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
    request.onblocked = () => reject(new Error('blocked'));
  });

afterEach(() => vi.restoreAllMocks());

test('each write is on the disk before it is reported', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await setUp().store.update(() => record);
  expect(transaction).toHaveBeenCalledWith('rotation', 'readwrite', { durability: 'strict' });
});

test('the record keeps its place, where later versions look for it', async () => {
  const { store, connections } = setUp();
  await store.update(() => record);
  const keys = connections[0]?.transaction('rotation').objectStore('rotation').getAllKeys();
  expect(await settled(keys as never)).toEqual(['current']);
});

test('a record that is removed leaves nothing behind', async () => {
  const { store, connections } = setUp();
  await store.update(() => record);
  await store.update(() => null);
  const count = connections[0]?.transaction('rotation').objectStore('rotation').count();
  expect(await settled(count as never)).toBe(0);
});

test('a connection that the browser drops is opened again', async () => {
  const { store, connections, open } = setUp();
  await store.update(() => record);
  connections[0]?.onclose?.call(connections[0] as never, new Event('close') as never);
  expect(await store.read()).toEqual(record);
  expect(open).toHaveBeenCalledTimes(2);
});

test('a dropped connection that shows only when it is used is opened again', async () => {
  const { store, connections, open } = setUp();
  await store.update(() => record);
  connections[0]?.close();
  expect(await store.read()).toEqual(record);
  expect(open).toHaveBeenCalledTimes(2);
});

test.each([
  ['another failure', new DOMException('gone', 'NotFoundError')],
  ['an error that is none of IndexedDB', Object.assign(new Error('mine'), { name: 'InvalidStateError' })],
])('%s is not tried again', async (_name, error) => {
  const { store, open } = setUp();
  await store.update(() => record);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw error;
  });
  await expect(store.read()).rejects.toBe(error);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a database that is deleted meanwhile is let go, and made again', async () => {
  const { store, factory } = setUp();
  await store.update(() => record);
  await settled(factory.deleteDatabase(NAME) as never);
  expect(await store.read()).toBeNull();
  await store.update(() => record);
  expect(await store.read()).toEqual(record);
});

test('a database of a later version is an error, and is opened again when it is gone', async () => {
  const { store, factory } = setUp();
  const later = await settled<{ close(): void }>(IDBFactory.prototype.open.call(factory, NAME, 2) as never);
  await expect(store.read()).rejects.toMatchObject({ name: 'VersionError' });
  later.close();
  await settled(factory.deleteDatabase(NAME) as never);
  expect(await store.read()).toBeNull();
});

test('a transaction that is aborted changes nothing and says why', async () => {
  const { store } = setUp();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const abort = () => {
    transaction.mock.results.at(-1)?.value.abort();
    return record;
  };
  await expect(store.update(abort)).rejects.toEqual(new Error('The transaction was aborted'));
  expect(await store.read()).toBeNull();
});

test('a database that never answers is given up after 2 s', async () => {
  const { store, open, clock } = setUp();
  open.mockImplementation(() => ({}) as never);
  const read = store.read();
  const given = expect(read).rejects.toThrow('IndexedDB did not answer in time');
  await clock.advance(1_999);
  await clock.advance(1);
  await given;
});
