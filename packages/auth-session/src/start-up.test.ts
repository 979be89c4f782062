import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createMemoryLocks, createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';

test('[4.8][9.2] a stored session is restored without a call, with expiry assumed to be one hour', async () => {
  const { session, server, clock, openTab } = createSessionHarness();
  await session.login(ada);
  await clock.advance(10 * 60_000);
  const next = openTab();
  expect(next.getSnapshot()).toEqual({ status: 'restoring' });
  await next.start();
  expect(next.getSnapshot()).toMatchObject({
    status: 'signed-in',
    user: { clerk: 'ada' },
    expiresAt: clock.now() + 3_600_000,
  });
  expect(server.count(REFRESH)).toBe(0);
});

test.each(['authToken', 'userData'])('without %s the start-up check logs out', async (key) => {
  const { session, storage, openTab } = createSessionHarness();
  await session.login(ada);
  storage.removeItem(key);
  const next = openTab();
  await next.start();
  expect(next.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(storage.entries.size).toBe(0);
});

test.each(['{"id":', '{}', 'null', '[]'])('corrupt user data (%s) is cleared', async (userData) => {
  const { session, storage, openTab } = createSessionHarness();
  await session.login(ada);
  storage.setItem('userData', userData);
  const next = openTab();
  await next.start();
  expect(next.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(storage.getItem('userData')).toBeNull();
});

test('an expired access token is refreshed before the session is restored', async () => {
  const { session, storage, clock, server, openTab } = createSessionHarness();
  await session.login(ada);
  clock.jump(2 * 3_600_000);
  const next = openTab();
  await next.start();
  expect(next.getSnapshot()).toMatchObject({ status: 'signed-in', expiresAt: clock.now() + 3_600_000 });
  expect(storage.getItem('authToken')).toBe('access-1-1');
  expect(storage.getItem('refreshToken')).toBe('refresh-1-1');
  expect(server.count(REFRESH)).toBe(1);
});

test('a token is expired when its expiry is at now', async () => {
  const { session, storage, clock, server, openTab } = createSessionHarness();
  await session.login(ada);
  storage.setItem('tokenExpiration', String(clock.now()));
  await openTab().start();
  expect(server.count(REFRESH)).toBe(1);
});

test.each([
  ['refused', () => refuse(401, 'session_revoked', 'The session has ended')],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
])('an expired access token whose refresh is %s logs out', async (_name, answer) => {
  const { session, storage, clock, server, openTab } = createSessionHarness();
  await session.login(ada);
  clock.jump(2 * 3_600_000);
  server.answerNext(REFRESH, answer);
  const next = openTab();
  await next.start();
  expect(next.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(storage.entries.size).toBe(0);
});

test('an expired access token with no valid refresh token clears all auth data, makes no call and yields no token', async () => {
  const { session, storage, clock, server, openTab } = createSessionHarness();
  await session.login({ ...ada, rememberMe: true });
  clock.jump(43_200_000);
  expect(await openTab().getAccessToken()).toBeNull();
  expect(storage.entries.size).toBe(0);
  expect(server.count(REFRESH)).toBe(0);
});

test('after a crash that set local storage back, the record supplies the pair that replaced it', async () => {
  const { session, storage, server, openTab } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const before = new Map(storage.entries);
  await session.refresh();
  await session.refresh();
  for (const [key, value] of before) storage.setItem(key, value);

  const next = openTab();
  await next.start();
  expect(await next.getAccessToken()).toBe('access-1-2');
  expect(storage.getItem('refreshToken')).toBe('refresh-1-2');
  await next.refresh();
  expect(server.countStaleTokens()).toBe(0);
});

test('after a crash that set local storage back, a session that was signed out stays signed out', async () => {
  const { session, storage, openTab } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const before = new Map(storage.entries);
  await session.logout();
  for (const [key, value] of before) storage.setItem(key, value);

  const next = openTab();
  await next.start();
  expect(next.getSnapshot().status).toBe('signed-out');
  expect(await next.getAccessToken()).toBeNull();
  expect(storage.entries.size).toBe(0);
});

const stuck = { open: () => ({}) } as unknown as IDBFactory;

test('an IndexedDB that never opens costs two seconds, not the session', async () => {
  const { session, clock, openTab } = createSessionHarness();
  await session.login(ada);
  const next = openTab({ indexedDB: stuck });
  const started = next.start();
  await clock.advance(2_000);
  await started;
  expect(next.getSnapshot().status).toBe('signed-in');
});

test('a sign-in that begins during the start-up check is not overtaken by the stored session', async () => {
  const { session, server, openTab } = createSessionHarness();
  await session.login(ada);
  server.answerNext('/v0/auth/login', () => new Promise(() => {}));
  const tab = openTab();
  const started = tab.start();
  void tab.login({ clerk: 'bob', password: 'secret' });
  await started;
  expect(tab.getSnapshot()).toEqual({ status: 'signing-in' });
});

test('a sign-in that ends while the start clears leftovers is not undone by it', async () => {
  const locks = createMemoryLocks();
  void locks.request('scantix-auth-session', {}, () => new Promise(() => {}));
  const { session, clock } = createSessionHarness({ locks, indexedDB: stuck });
  const started = session.start();
  await clock.advance(1_000);
  const signedIn = session.login(ada);
  // The start stops waiting for the frozen tab after four seconds and for IndexedDB after two more; the sign-in, at five.
  await clock.advance(10_000);
  await Promise.all([started, signedIn]);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'ada' } });
});
