import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createSessionHarness, refuse, type ScriptedAnswer, type SessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const HOUR_MS = 3_600_000;

/** Signed in, started, and the access token has just expired during a sleep. */
async function createExpired(options: Parameters<typeof createSessionHarness>[0] = {}): Promise<SessionHarness> {
  const harness = createSessionHarness(options);
  await harness.session.start();
  await harness.session.login(ada);
  harness.clock.jump(HOUR_MS);
  return harness;
}

test('refresh replaces both tokens and their expiries', async () => {
  const { session, storage, clock, server } = createSessionHarness();
  await session.login(ada);
  await clock.advance(1_000);
  expect(await session.refresh()).toBe(true);
  expect(storage.getItem('authToken')).toBe('access-1-1');
  expect(storage.getItem('refreshToken')).toBe('refresh-1-1');
  expect(storage.getItem('tokenExpiration')).toBe(String(clock.now() + HOUR_MS));
  expect(storage.getItem('refreshTokenExpiration')).toBe(String(clock.now() + 12 * HOUR_MS));
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', expiresAt: clock.now() + HOUR_MS });
  expect(server.requests.at(-1)?.body).toEqual({ refresh_token: 'refresh-1-0' });
});

test('a thousand callers with an expired token make one request and share its result', async () => {
  const { session, server } = await createExpired();
  let changes = 0;
  session.subscribe(() => {
    changes += 1;
  });
  const tokens = await Promise.all(Array.from({ length: 1_000 }, () => session.getAccessToken()));
  expect(new Set(tokens)).toEqual(new Set(['access-1-1']));
  expect(server.count(REFRESH)).toBe(1);
  expect(changes).toBe(1);
});

test('an abort ends the wait of one caller, and not the refresh', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  const leaving = new AbortController();
  const abandoned = session.refresh({ signal: leaving.signal });
  const other = session.refresh();
  leaving.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  expect(await other).toBe(true);
  expect(server.count(REFRESH)).toBe(1);
});

test('eight tabs share one refresh', async () => {
  const { server, openTab } = await createExpired({ indexedDB: new IDBFactory() });
  const tabs = Array.from({ length: 8 }, () => openTab());
  const tokens = await Promise.all(tabs.map((tab) => tab.getAccessToken()));
  expect(new Set(tokens)).toEqual(new Set(['access-1-1']));
  expect(server.count(REFRESH)).toBe(1);
});

test('eight tabs that are asked to refresh the same token share one refresh', async () => {
  const { session, server, openTab } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const tabs = Array.from({ length: 8 }, () => openTab());
  await Promise.all(tabs.map((tab) => tab.start()));
  expect(await Promise.all(tabs.map((tab) => tab.refresh()))).toEqual(Array(8).fill(true));
  expect(server.count(REFRESH)).toBe(1);
});

test('tabs without a common lock still agree on one newest pair and lose no session', async () => {
  const { session, server, storage, openTab } = createSessionHarness({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const noLocks = { request: <T>(_name: string, _options: unknown, callback: () => Promise<T>) => callback() };
  const tabs = Array.from({ length: 4 }, () => openTab({ locks: noLocks }));
  for (let step = 0; step < 10; step += 1) {
    await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(await tabs[step % 4]?.getAccessToken()).toBe(storage.getItem('authToken'));
  }
  expect(server.countStaleTokens()).toBe(0);
});

const unreachable: [string, ScriptedAnswer][] = [
  ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page with 200 (captive portal)', () => new Response('<html>Sign in to Wi-Fi</html>', { status: 200 })],
  ['a page with 401', () => new Response('<html>Proxy</html>', { status: 401 })],
  ['malformed JSON', () => new Response('{"success": tr', { status: 200 })],
  ['JSON that breaks the contract', () => Response.json({ success: true, tokens: { access_token: 'x' } })],
  ['foreign JSON with 401', () => Response.json({ error: 'login required' }, { status: 401 })],
  ['an empty answer', () => new Response(null, { status: 204 })],
  ...[403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504].map((status): [string, ScriptedAnswer] => [
    `status ${status} of our API`,
    () => refuse(status, 'unavailable', 'no'),
  ]),
];

test.each(unreachable)('a refresh answered by %s is unreachable: nobody is logged out', async (_name, answer) => {
  const { session, storage, server, clock } = await createExpired();
  server.answerNext(REFRESH, answer);
  expect(await session.refresh()).toBe(false);
  expect(storage.getItem('refreshToken')).toBe('refresh-1-0');
  expect(await session.getAccessToken()).toBeNull();
  // The server is back: the same session continues.
  await clock.advance(30_000);
  await expect.poll(() => session.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
  expect(await session.getAccessToken()).toBe('access-1-1');
});

test.each([400, 401])('a refresh refused by our API with %i ends the session', async (status) => {
  const { session, storage, server } = await createExpired();
  server.answerAlways(REFRESH, () => refuse(status, 'session_revoked', 'The session has ended'));
  expect(await session.refresh()).toBe(false);
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(storage.entries.size).toBe(0);
  expect(server.count(REFRESH)).toBe(1);
});

test('after a refusal the record is read again: a newer pair of another tab is used', async () => {
  const indexedDB = new IDBFactory();
  const { session, server, openTab } = createSessionHarness({ indexedDB });
  await session.login(ada);
  const noLocks = { request: <T>(_name: string, _options: unknown, callback: () => Promise<T>) => callback() };
  const other = openTab({ locks: noLocks });
  server.answerNext(REFRESH, async () => {
    await other.refresh();
    return refuse(401, 'unauthenticated', 'Unknown refresh token');
  });
  expect(await session.refresh()).toBe(true);
  expect(await session.getAccessToken()).toBe('access-1-1');
});

test('a frozen tab that holds the lock delays the others by four seconds at most', async () => {
  const frozen = Promise.withResolvers<never>();
  const { session, server, clock, openTab } = await createExpired({ indexedDB: new IDBFactory() });
  server.answerNext(REFRESH, () => frozen.promise);
  const stuck = openTab();
  void stuck.getAccessToken();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  const token = session.getAccessToken();
  await clock.advance(4_000);
  expect(await token).toBe('access-1-1');
});

test('a late answer to a frozen tab does not undo what the others did meanwhile', async () => {
  const frozen = Promise.withResolvers<void>();
  const { session, server, clock, storage, openTab } = await createExpired({ indexedDB: new IDBFactory() });
  const late = { access_token: 'late', refresh_token: 'late', expires_in: 3600, refresh_expires_in: 43_200 };
  server.answerNext(REFRESH, async () => {
    await frozen.promise;
    return Response.json({ success: true, tokens: late });
  });
  const stuck = openTab();
  const stuckToken = stuck.getAccessToken();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  const token = session.getAccessToken();
  await clock.advance(4_000);
  await token;
  frozen.resolve();
  expect(await stuckToken).toBe('access-1-1');
  expect(storage.getItem('refreshToken')).toBe('refresh-1-1');
});

test('a refresh that does not end fails after the time limit', async () => {
  const { session, server, clock } = await createExpired();
  server.answerNext(REFRESH, hang);
  const token = session.getAccessToken();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  await clock.advance(15_000);
  expect(await token).toBeNull();
});

test('one caller that aborts does not end the refresh of the others', async () => {
  const { session, server } = await createExpired();
  const gate = Promise.withResolvers<void>();
  server.answerNext(REFRESH, async () => {
    await gate.promise;
    return Response.json({
      success: true,
      tokens: { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 },
    });
  });
  const controller = new AbortController();
  const aborted = session.getAccessToken({ signal: controller.signal });
  const other = session.getAccessToken();
  controller.abort(new Error('not needed any more'));
  await expect(aborted).rejects.toThrow('not needed any more');
  gate.resolve();
  expect(await other).toBe('a');
});

test('callers are not made to wait again for a server that was unreachable a moment ago', async () => {
  const { session, server, clock } = await createExpired();
  server.answerAlways(REFRESH, () => Promise.reject(new TypeError('Failed to fetch')));
  for (let call = 0; call < 20; call += 1) expect(await session.getAccessToken()).toBeNull();
  expect(server.count(REFRESH)).toBe(1);
  await clock.advance(5_000);
  await session.getAccessToken();
  expect(server.count(REFRESH)).toBe(2);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['a day ahead', 86_400_000],
  ['an hour behind', -3_600_000],
  ['a day behind', -86_400_000],
])('a server whose clock is %s costs one refresh per lifetime', async (_name, clockAheadMs) => {
  const { session, server, clock } = createSessionHarness({ server: { clockAheadMs } });
  await session.start();
  await session.login(ada);
  for (let minute = 0; minute < 54; minute += 1) {
    await clock.advance(60_000);
    expect(await session.getAccessToken()).toBe('access-1-0');
  }
  await clock.advance(60_000);
  await expect.poll(() => session.getAccessToken()).toBe('access-1-1');
  expect(server.count(REFRESH)).toBe(1);
});

test('a clock that is set forward while the page runs is noticed by the Date of any answer', async () => {
  let serverNow = Date.UTC(2026, 10, 21, 9);
  const { session, clock, server } = createSessionHarness({ server: { clock: { now: () => serverNow } } });
  await session.start();
  await session.login(ada);
  clock.jump(40 * 60_000);
  await session.fetchWithSession('/config/v0/scanner');
  clock.jump(30 * 60_000);
  serverNow += 30 * 60_000;
  expect(await session.getAccessToken()).toBe('access-1-0');
  expect(server.count(REFRESH)).toBe(0);
});

test('a clock that is set forward past the expiry costs one refresh, not the session', async () => {
  const { session, clock, server } = createSessionHarness();
  await session.start();
  await session.login(ada);
  clock.jump(11 * HOUR_MS);
  expect(await session.getAccessToken()).toBe('access-1-1');
  clock.jump(-11 * HOUR_MS);
  expect(await session.getAccessToken()).toBe('access-1-1');
  expect(server.count(REFRESH)).toBe(1);
});

function hang(_request: unknown, signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

test('a refresh after the storage was cleared signs out, and is no failure', async () => {
  const names: string[] = [];
  const { session, storage, server } = createSessionHarness({
    log: { log: ({ name }) => names.push(name), logApiCall() {} },
  });
  await session.login(ada);
  for (const key of [...storage.entries.keys()]) storage.removeItem(key);
  expect(await session.refresh()).toBe(false);
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(server.count(REFRESH)).toBe(0);
  expect(names).not.toContain('session-refresh-failed');
});

test('a session that is disposed of listens no more', async () => {
  const { session, server, events, clock } = createSessionHarness();
  await session.start();
  await session.login(ada);
  await session[Symbol.asyncDispose]();
  events.dispatchEvent(new Event('token-refresh-needed'));
  await clock.advance(0);
  expect(await session.getAccessToken()).toBe('access-1-0');
  expect(server.count(REFRESH)).toBe(0);
});

test('a refresh before the start has decided finds nobody, and decides nothing', async () => {
  const { session } = createSessionHarness();
  expect(await session.refresh()).toBe(false);
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
});
