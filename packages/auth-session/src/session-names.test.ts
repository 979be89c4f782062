import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import {
  type AuthSessionOptions,
  createLateAuthSession,
  prefixNames,
  readStoredUserId,
  STORAGE_KEYS,
  TOKEN_REFRESH_NEEDED,
} from './index.ts';
import { createMemoryLocks, createSessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret', rememberMe: true };
const bob = { clerk: 'bob', password: 'secret' };
const stockRoom = prefixNames('stock-room.');

/** One browser with two apps on one origin: they share its storage, its locks, its databases and its events. */
function openBrowser() {
  const indexedDB = new IDBFactory();
  const asked: string[] = [];
  const memory = createMemoryLocks();
  const locks: AuthSessionOptions['locks'] = {
    request(name, options, callback) {
      asked.push(name);
      return memory.request(name, options, callback);
    },
  };
  const harness = createSessionHarness({ indexedDB, locks });
  const other = harness.openTab({ names: stockRoom, events: harness.events });
  return { ...harness, indexedDB, asked, other };
}

test('without names a session has those of the specification', async () => {
  const { session, storage, indexedDB, asked } = openBrowser();
  await session.login(ada);
  expect([...storage.entries.keys()].toSorted()).toEqual(Object.values(STORAGE_KEYS).toSorted());
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['scantix-auth-session']);
  expect(new Set(asked)).toEqual(new Set(['scantix-auth-session']));
});

test('a prefix is before every name, and nothing is stored without it', async () => {
  const { other, storage, indexedDB, asked } = openBrowser();
  await other.start();
  await other.login(ada);
  const keys = Object.values(STORAGE_KEYS).map((key) => `stock-room.${key}`);
  expect([...storage.entries.keys()].toSorted()).toEqual(keys.toSorted());
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['stock-room.scantix-auth-session']);
  expect(new Set(asked)).toEqual(new Set(['stock-room.scantix-auth-session']));
});

test('a name alone may be given, and the others stay', async () => {
  const { openTab, storage, asked } = openBrowser();
  const session = openTab({ names: { lock: 'mine' } });
  await session.login(ada);
  expect(new Set(asked)).toEqual(new Set(['mine']));
  expect(storage.getItem('authToken')).not.toBeNull();
});

test('two apps on one origin have a clerk each, and one signs out alone', async () => {
  const { session, other, openTab, storage, events } = openBrowser();
  await Promise.all([session.start(), other.start()]);
  await session.login(ada);
  await other.login(bob);
  await session.logout();
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken', newValue: null }));
  expect(session.getSnapshot().status).toBe('signed-out');
  expect(other.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });

  const [first, second] = [openTab(), openTab({ names: stockRoom })];
  await Promise.all([first.start(), second.start()]);
  expect(first.getSnapshot().status).toBe('signed-out');
  expect(second.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
  expect(readStoredUserId(storage)).toBeUndefined();
  expect(readStoredUserId(storage, stockRoom.keys)).toBe(fakeIdOf(second));
});

test('two sessions of one page refresh each at its own time, and both when the page asks', async () => {
  const { session, other, clock, events, server } = openBrowser();
  const refreshed = () => server.requests.filter(({ path }) => path === '/v0/auth/refresh').map(({ body }) => body);
  await Promise.all([session.start(), other.start()]);
  await session.login(ada);
  await clock.advance(30 * 60_000);
  await other.login(bob);
  await clock.advance(30 * 60_000);
  expect(refreshed()).toEqual([{ refresh_token: 'refresh-1-0' }]);
  events.dispatchEvent(new Event(TOKEN_REFRESH_NEEDED));
  await expect.poll(refreshed).toHaveLength(3);
});

test("another tab's sign-out is heard under the app's own keys", async () => {
  const { other, storage, events } = openBrowser();
  await other.start();
  await other.login(bob);
  for (const key of Object.values(stockRoom.keys)) storage.removeItem(key);
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'stock-room.authToken', newValue: null }));
  await expect.poll(() => other.getSnapshot().status).toBe('signed-out');
});

test('a late session looks for a stored one, and signs out, under its own keys', async () => {
  const { other, storage } = openBrowser();
  await other.login(bob);
  const load = () => Promise.reject(new Error('offline'));
  const never = () => new Promise<void>(() => {});
  const late = createLateAuthSession({ load, storage, names: stockRoom, ready: never });
  void late.start();
  expect(late.getSnapshot().status).toBe('restoring');
  const nobody = createLateAuthSession({ load, storage, ready: never });
  void nobody.start();
  expect(nobody.getSnapshot().status).toBe('signed-out');
  await late.logout();
  expect(storage.entries.size).toBe(0);
  late.stop();
  nobody.stop();
});

test('a late session takes a name alone, and the others stay', async () => {
  const { session, storage } = openBrowser();
  await session.login(ada);
  const load = () => Promise.reject(new Error('offline'));
  const late = createLateAuthSession({ load, storage, names: { database: 'mine', lock: 'mine' } });
  void late.start();
  expect(late.getSnapshot().status).toBe('restoring');
  await late.logout();
  expect(storage.entries.size).toBe(0);
  late.stop();
});

function fakeIdOf(session: ReturnType<typeof openBrowser>['session']): string | undefined {
  const state = session.getSnapshot();
  return state.status === 'signed-in' ? state.user.id : undefined;
}
