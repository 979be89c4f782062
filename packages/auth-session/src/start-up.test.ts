import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
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

test('[4.10] a token is expired when its expiry is at or before now, to the millisecond', async () => {
  for (const [remainingMs, refreshes] of [
    [-1, 1],
    [0, 1],
    [1, 0],
  ] as const) {
    const { session, storage, clock, server, openTab } = createSessionHarness();
    await session.login(ada);
    storage.setItem('tokenExpiration', String(clock.now() + remainingMs));
    await openTab().start();
    expect([remainingMs, server.count(REFRESH)]).toEqual([remainingMs, refreshes]);
  }
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

test('an IndexedDB that never opens costs two seconds, not the session', async () => {
  const stuck = { open: () => ({}) } as unknown as IDBFactory;
  const { session, clock, openTab } = createSessionHarness();
  await session.login(ada);
  const next = openTab({ indexedDB: stuck });
  const before = clock.delays.length;
  const started = next.start();
  await expect.poll(() => clock.delays.slice(before)).toContain(2_000);
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

/** `tab` waits in its start until `signIn` lets another tab store the session of `ada`. */
async function waitForOtherTab() {
  const locks = createMemoryLocks();
  const request = vi.spyOn(locks, 'request');
  const { session, server, openTab } = createSessionHarness({ locks });
  const held = Promise.withResolvers<void>();
  void locks.request('scantix-auth-session', {}, () => held.promise);
  const signedIn = session.login(ada);
  await expect.poll(() => request).toHaveBeenCalledTimes(2);
  const tab = openTab();
  const started = tab.start();
  return {
    tab,
    server,
    async signIn() {
      held.resolve();
      await Promise.all([signedIn, started]);
    },
  };
}

test('a start that waits while another tab signs in finds its session', async () => {
  const { tab, signIn } = await waitForOtherTab();
  await signIn();
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'ada' } });
});

test('a sign-in during that wait is not replaced by the session of the other tab', async () => {
  const { tab, server, signIn } = await waitForOtherTab();
  server.answerNext('/v0/auth/login', () => new Promise(() => {}));
  void tab.login({ clerk: 'bob', password: 'secret' });
  await signIn();
  expect(tab.getSnapshot()).toEqual({ status: 'signing-in' });
});

test('a start whose refresh gets no answer takes the session that another tab has renewed meanwhile', async () => {
  const { session, server, clock, openTab } = createSessionHarness();
  await session.login({ clerk: 'ada', password: 'secret' });
  clock.jump(2 * 3_600_000);
  server.answerNext('/v0/auth/refresh', (_request, signal) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const [waiting, other] = [openTab(), openTab()];
  const started = waiting.start();
  await expect.poll(() => server.count('/v0/auth/refresh')).toBe(1);
  await clock.advance(1_000);
  const renewed = other.start();
  for (let second = 0; second < 20; second += 1) await clock.advance(1_000);
  await Promise.all([started, renewed]);
  expect(other.getSnapshot()).toMatchObject({ status: 'signed-in' });
  expect(waiting.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'ada' } });
});
