import { nextTask } from '@scantix/runtime-utils';
import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createMemoryLocks, createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGOUT = '/v0/auth/logout';
const REFRESH = '/v0/auth/refresh';

test('logout calls the server with the bearer token and clears every key', async () => {
  const { session, server, storage } = createSessionHarness();
  await session.login({ ...ada, rememberMe: true });
  await session.logout();
  expect(server.requests.at(-1)?.path).toBe(LOGOUT);
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe('Bearer access-1-0');
  expect(storage.entries.size).toBe(0);
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['fails', () => refuse(500, 'unavailable', 'Internal Server Error')],
])('logout clears the session locally even if the server %s, which is only logged', async (_name, answer) => {
  const logged: string[] = [];
  const { session, server, storage } = createSessionHarness({
    log: { log: ({ name }) => logged.push(name), logApiCall: () => {} },
  });
  await session.login(ada);
  server.answerNext(LOGOUT, answer);
  await session.logout();
  expect(storage.entries.size).toBe(0);
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(logged).toContain('logout-failed');
});

test('tokens that another tab stores while it holds the lock are removed, too', async () => {
  const locks = createMemoryLocks();
  const { session, storage } = createSessionHarness({ locks });
  await session.login(ada);
  const stored = [...storage.entries];
  const storing = Promise.withResolvers<void>();
  const otherTab = locks.request('scantix-auth-session', {}, async () => {
    await storing.promise;
    for (const [key, value] of stored) storage.setItem(key, value);
  });
  const left = session.logout();
  await nextTask();
  storing.resolve();
  await Promise.all([otherTab, left]);
  expect(storage.entries.size).toBe(0);
});

test('the session is cleared before the server has answered', async () => {
  const { session, server, storage } = createSessionHarness();
  await session.login(ada);
  const gate = Promise.withResolvers<Response>();
  server.answerNext(LOGOUT, () => gate.promise);
  const done = session.logout();
  expect(storage.entries.size).toBe(0);
  expect(session.getSnapshot().status).toBe('signed-out');
  gate.resolve(Response.json({ success: true }));
  await done;
});

test('an abort ends the wait for a logout, and not the logout', async () => {
  const { session, server, storage } = createSessionHarness();
  await session.login(ada);
  server.answerNext(LOGOUT, () => new Promise(() => {}));
  const leaving = new AbortController();
  const done = session.logout({ signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(done).rejects.toThrow('gone');
  expect(storage.entries.size).toBe(0);
  expect(server.requests.at(-1)?.path).toBe(LOGOUT);
});

test('a logout reaches the server although a listener throws', async () => {
  using unhandled = takeUnhandledRejections();
  const { session, server } = createSessionHarness();
  await session.login(ada);
  session.subscribe(() => {
    throw new TypeError('broken');
  });
  await session.logout();
  expect(server.count(LOGOUT)).toBe(1);
  await nextTask();
  expect(unhandled.reasons.map(String)).toEqual(['TypeError: broken']);
});

test('logout makes no call when nobody is signed in', async () => {
  const { session, server } = createSessionHarness();
  await session.start();
  await session.logout();
  expect(server.requests).toEqual([]);
});

test('the answer of a refresh that a logout overtook writes nothing back', async () => {
  const { session, server, storage, openTab } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const gate = Promise.withResolvers<void>();
  server.answerNext(REFRESH, async () => {
    await gate.promise;
    return Response.json({
      success: true,
      tokens: { access_token: 'late', refresh_token: 'late', expires_in: 3600, refresh_expires_in: 43_200 },
    });
  });
  const refreshed = session.refresh();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  const done = session.logout();
  gate.resolve();
  expect(await refreshed).toBe(false);
  await done;
  expect(storage.entries.size).toBe(0);
  const next = openTab();
  await next.start();
  expect(next.getSnapshot().status).toBe('signed-out');
});

test("the answer of another tab's refresh that a logout overtook writes nothing back", async () => {
  const { session, server, storage, openTab } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const other = openTab();
  await other.start();
  const gate = Promise.withResolvers<void>();
  server.answerNext(REFRESH, async () => {
    await gate.promise;
    return Response.json({
      success: true,
      tokens: { access_token: 'late', refresh_token: 'late', expires_in: 3600, refresh_expires_in: 43_200 },
    });
  });
  const refreshed = other.refresh();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  const done = session.logout();
  gate.resolve();
  await Promise.all([refreshed, done]);
  expect(storage.entries.size).toBe(0);
  expect(await other.getAccessToken()).toBeNull();
  expect(other.getSnapshot().status).toBe('signed-out');
});

test('the next clerk on the same device gets a session of their own', async () => {
  const { session, storage } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  await session.refresh();
  await session.logout();
  await session.login({ clerk: 'bob', password: 'secret' });
  await session.refresh();
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
  expect(storage.getItem('authToken')).toBe('access-2-1');
});
