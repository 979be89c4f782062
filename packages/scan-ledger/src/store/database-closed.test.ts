import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createConnection } from './connection.ts';
import { createKeyLoader } from './keys.ts';
import { logShape } from './log-shape.ts';
import { openDatabase } from './open-database.ts';
import { toPromise } from './transact.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const options = (name: string) => ({ indexedDB, name, shape: logShape, clock: createFakeClock(), deadlineMs: 5_000 });

test('a database that the system closes leaves a line in the log, and the next use opens it again', async () => {
  const [onClosed, log] = [vi.fn(), vi.fn()];
  const connection = createConnection({ ...options('closed'), log }, onClosed);
  const use = () => connection.run(async (database) => database);
  const first = await use();
  expect(await use()).toBe(first);
  first.onclose?.(new Event('close'));
  expect(onClosed).toHaveBeenCalledTimes(1);
  expect(log.mock.calls).toEqual([[{ name: 'ledger-storage-closed', properties: { database: 'closed' } }]]);
  first.close();
  const second = await use();
  expect(second).not.toBe(first);
  // The old connection has no say in the new one.
  first.onclose?.(new Event('close'));
  expect(await use()).toBe(second);
  connection.close();
});

test('a database that is deleted while it opens is opened again', async () => {
  const log = vi.fn();
  const connection = createConnection({ ...options('deleted'), log });
  using open = failOnce('AbortError');
  expect(await connection.run(async ({ name }) => name)).toBe('deleted');
  expect(open).toHaveBeenCalledTimes(2);
  expect(log.mock.calls).toMatchObject([[{ name: 'ledger-storage-lost', properties: { database: 'deleted' } }]]);
  connection.close();
});

/** Lets the next opening fail so. */
function failOnce(name: string) {
  return vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    const request = { error: new DOMException('', name) } as IDBOpenDBRequest;
    queueMicrotask(() => request.onerror?.(new Event('error')));
    return request;
  });
}

test('a database that cannot be opened is told, and opened anew at the next use', async () => {
  const log = vi.fn();
  const connection = createConnection({ ...options('full'), log });
  using _open = failOnce('QuotaExceededError');
  const use = () => connection.run(async ({ name }) => name);
  await expect(use()).rejects.toMatchObject({ code: 'quota' });
  const properties = { database: 'full', code: 'quota' };
  expect(log.mock.calls).toMatchObject([[{ name: 'ledger-storage-failed', level: 'warn', properties }]]);
  expect(await use()).toBe('full');
  connection.close();
});

test('a connection that was lost is closed, and one that is closed can be opened again', async () => {
  const connection = createConnection(options('lost'));
  const seen: IDBDatabase[] = [];
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  const [first, second] = await connection.run(async (database) => {
    seen.push(database);
    if (seen.length === 1) throw lost;
    return seen;
  });
  expect(() => first?.transaction('log')).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  expect(second?.transaction('log').mode).toBe('readonly');
  connection.close();
  const third = await connection.run(async (database) => database);
  expect(() => second?.transaction('log')).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
  expect(third).not.toBe(second);
  connection.close();
  // What is lost twice is told.
  await expect(connection.run(() => Promise.reject(lost))).rejects.toMatchObject({ code: 'unavailable', cause: lost });
  connection.close();
});

test('keys that could not be read are read again at the next use, and the same ones come back', async () => {
  const database = await openDatabase({ ...options('keys'), onClosed() {}, log() {} });
  const load = createKeyLoader();
  using transaction = vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  await expect(load(database)).rejects.toMatchObject({ name: 'UnknownError' });
  const keys = await load(database);
  const used = transaction.mock.calls.length;
  expect(await load(database)).toBe(keys);
  expect(transaction).toHaveBeenCalledTimes(used);
  const again = await createKeyLoader()(database);
  expect(again.installation).toBe(keys.installation);
  expect(await again.codeOf('T-1')).toBe(await keys.codeOf('T-1'));
  for (let number = 1; number <= 20; number += 1) {
    expect(await keys.codeOf(`T-${number}`)).toMatch(/^[0-9a-f]{32}$/);
  }
  const sealed = await keys.seal({ holder: 'Mrs Secret' }, 'scan 1');
  expect(await again.unseal(sealed, 'scan 1')).toEqual({ holder: 'Mrs Secret' });
  database.close();
});

test('keys that are there are only read, and those of which one is missing are completed', async () => {
  const database = await openDatabase({ ...options('partial'), onClosed() {}, log() {} });
  const keys = await createKeyLoader()(database);
  using transaction = vi.spyOn(database, 'transaction');
  await createKeyLoader()(database);
  expect(transaction.mock.calls.map(([, mode]) => mode)).toEqual(['readonly']);
  const missing = database.transaction('keys', 'readwrite').objectStore('keys').delete('installation');
  await toPromise(missing);
  const completed = await createKeyLoader()(database);
  expect(completed.installation).toMatch(/^[0-9a-f-]{36}$/);
  expect(completed.installation).not.toBe(keys.installation);
  expect(await completed.codeOf('T-1')).toBe(await keys.codeOf('T-1'));
  expect((await createKeyLoader()(database)).installation).toBe(completed.installation);
  database.close();
});

test('a connection that was never opened can be closed', async () => {
  const connection = createConnection(options('unused'));
  expect(() => connection.close()).not.toThrow();
  expect(await connection.run(async ({ name }) => name)).toBe('unused');
  connection.close();
});

test('keys of a deleted database stay deleted, at every use', async () => {
  const load = createKeyLoader();
  const first = await openDatabase({ ...options('evicted'), onClosed() {}, log() {} });
  await load(first);
  first.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('evicted').onsuccess = resolve;
  });
  const second = await openDatabase({ ...options('evicted'), onClosed() {}, log() {} });
  await expect(load(second)).rejects.toMatchObject({ code: 'evicted' });
  await expect(load(second)).rejects.toMatchObject({ code: 'evicted' });
  second.close();
});
