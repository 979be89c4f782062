import { expect, test } from 'vitest';
import { START_UP_WAIT_MS } from './constants.ts';
import { type AuthSession, isSessionValid } from './index.ts';
import { createMemoryLocks, createSessionHarness, type FakeClock } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const HOUR_MS = 3_600_000;

async function loseServer(offlineGraceMs: number) {
  const harness = createSessionHarness({ offlineGraceMs });
  await harness.session.start();
  await harness.session.login(ada);
  harness.server.answerAlways(REFRESH, () => Promise.reject(new TypeError('Failed to fetch')));
  return {
    ...harness,
    expiresAt: harness.clock.now() + HOUR_MS,
    isValid: () => isSessionValid(harness.session.getSnapshot(), harness.clock.now()),
  };
}

/** Starts a session, and resolves once it waits. Earlier calls asked for the same delay. */
async function beginStart(tab: AuthSession, clock: FakeClock) {
  const before = clock.delays.length;
  const started = tab.start();
  await expect.poll(() => clock.delays.slice(before)).toContain(START_UP_WAIT_MS);
  return { started };
}

test('within the grace a session whose refresh gets no answer stays signed in, offline', async () => {
  const { session, clock, expiresAt, isValid } = await loseServer(4 * HOUR_MS);
  await clock.advance(HOUR_MS);
  await expect
    .poll(() => session.getSnapshot())
    .toMatchObject({ status: 'signed-in', offline: true, expiresAt: expiresAt + 4 * HOUR_MS });
  expect(isValid()).toBe(true);
  expect(await session.getAccessToken()).toBeNull();
});

test('past the grace the session is not valid, and nothing of it is lost', async () => {
  const { clock, isValid, storage } = await loseServer(HOUR_MS);
  clock.jump(2 * HOUR_MS - 1);
  await clock.advance(60_000);
  expect(isValid()).toBe(false);
  expect(storage.getItem('refreshToken')).toBe('refresh-1-0');
});

test('without a grace an expired session is not valid while the server cannot be reached', async () => {
  const { clock, isValid } = await loseServer(0);
  await clock.advance(HOUR_MS);
  expect(isValid()).toBe(false);
});

test('the grace ends with the refresh token', async () => {
  const { session, clock } = await loseServer(48 * HOUR_MS);
  const refreshExpiresAt = clock.now() + 12 * HOUR_MS;
  clock.jump(2 * HOUR_MS);
  await session.refresh();
  expect(session.getSnapshot()).toMatchObject({ offline: true, expiresAt: refreshExpiresAt });
});

test('a session is restored offline within its grace and logged out after it', async () => {
  const { clock, openTab, storage } = await loseServer(4 * HOUR_MS);
  clock.jump(3 * HOUR_MS);
  const early = openTab();
  await early.start();
  expect(early.getSnapshot()).toMatchObject({ status: 'signed-in', offline: true });
  early.stop();
  clock.jump(2 * HOUR_MS);
  const late = openTab();
  await late.start();
  expect(late.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(storage.entries.size).toBe(0);
});

test('within the grace the start waits two seconds for a server that does not answer, and the refresh continues', async () => {
  const { clock, openTab, server } = await loseServer(4 * HOUR_MS);
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  server.answerAlways(REFRESH, undefined);
  server.answerNext(REFRESH, async () => {
    asked.resolve();
    await gate.promise;
    return Response.json({
      success: true,
      tokens: { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 },
    });
  });
  clock.jump(3 * HOUR_MS);
  const tab = openTab();
  const started = tab.start();
  // On a busy machine the start reads the storage for longer than the fake clock waits for it.
  await asked.promise;
  await clock.advance(2_000);
  await started;
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', offline: true });
  gate.resolve();
  await expect.poll(() => tab.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
});

test('a grace period that ends while the start waits does not leave the start undecided', async () => {
  const { clock, openTab, server } = await loseServer(4 * HOUR_MS);
  server.answerAlways(REFRESH, () => new Promise(() => {}));
  clock.jump(5 * HOUR_MS - 1_000);
  const tab = openTab();
  const { started } = await beginStart(tab, clock);
  await clock.advance(START_UP_WAIT_MS);
  await started;
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', offline: true });
  expect(isSessionValid(tab.getSnapshot(), clock.now())).toBe(false);
});

test('the network coming back ends the offline state', async () => {
  const { session, clock, server, events } = await loseServer(4 * HOUR_MS);
  clock.jump(2 * HOUR_MS);
  await session.refresh();
  server.answerAlways(REFRESH, undefined);
  events.dispatchEvent(new Event('online'));
  await expect
    .poll(() => session.getSnapshot())
    .toMatchObject({ status: 'signed-in', offline: false, expiresAt: clock.now() + HOUR_MS });
});

test('without an online event the server is asked again every thirty seconds', async () => {
  const { session, clock, server } = await loseServer(4 * HOUR_MS);
  clock.jump(2 * HOUR_MS);
  await session.refresh();
  const asked = server.count(REFRESH);
  await clock.advance(29_999);
  expect(server.count(REFRESH)).toBe(asked);
  await clock.advance(1);
  await expect.poll(() => server.count(REFRESH)).toBe(asked + 1);
});

test('a refusal ends the session within the grace too', async () => {
  const { session, clock, server } = await loseServer(4 * HOUR_MS);
  clock.jump(2 * HOUR_MS);
  await session.refresh();
  server.revokeAll();
  server.answerAlways(REFRESH, undefined);
  await session.refresh();
  expect(session.getSnapshot().status).toBe('signed-out');
});

test('without a grace the start waits for the refresh, however long it takes', async () => {
  const { clock, openTab, server, expiresAt } = await loseServer(0);
  const answered = Promise.withResolvers<Response>();
  server.answerAlways(REFRESH, undefined);
  server.answerNext(REFRESH, () => answered.promise);
  clock.jump(expiresAt - clock.now());
  const tab = openTab();
  let isStarted = false;
  const started = tab.start().then(() => {
    isStarted = true;
  });
  await clock.advance(3_000);
  expect(isStarted).toBe(false);
  answered.reject(new TypeError('Failed to fetch'));
  await started;
  expect(tab.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('a sign-in while the start waits for the server is not undone by it', async () => {
  const { clock, openTab, server } = await loseServer(4 * HOUR_MS);
  server.answerAlways(REFRESH, () => new Promise(() => {}));
  clock.jump(2 * HOUR_MS);
  const tab = openTab();
  const { started } = await beginStart(tab, clock);
  await clock.advance(1_000);
  const signedIn = tab.login({ clerk: 'bob', password: 'secret' });
  await clock.advance(5_000);
  await Promise.all([started, signedIn]);
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' }, offline: false });
});

test('a sign-out while the start waits for a frozen tab is not undone by it', async () => {
  const locks = createMemoryLocks();
  const { session, clock, openTab } = createSessionHarness({ locks, offlineGraceMs: 4 * HOUR_MS });
  await session.login(ada);
  clock.jump(2 * HOUR_MS);
  void locks.request('scantix-auth-session', {}, () => new Promise(() => {}));
  const tab = openTab();
  const { started } = await beginStart(tab, clock);
  await clock.advance(1_000);
  const signedOut = tab.logout();
  await clock.advance(5_000);
  await Promise.all([started, signedOut]);
  expect(tab.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('a start whose refresh is answered leaves no timer of its wait', async () => {
  const { clock, openTab, server } = await loseServer(4 * HOUR_MS);
  server.answerAlways(REFRESH, undefined);
  clock.jump(2 * HOUR_MS);
  const before = clock.countTimers();
  const tab = openTab();
  await tab.start();
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
  tab.stop();
  expect(clock.countTimers()).toBe(before);
});

test('a server that cannot renew a token that is still valid is asked again after thirty seconds', async () => {
  const { clock, server } = await loseServer(0);
  await clock.advance(55 * 60_000);
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  await clock.advance(29_999);
  expect(server.count(REFRESH)).toBe(1);
  await clock.advance(1);
  await expect.poll(() => server.count(REFRESH)).toBe(2);
});

test('a session that the browser refuses to store is checked when its grace ends, as any other', async () => {
  const { session, storage, server, clock } = createSessionHarness({ offlineGraceMs: 10_000 });
  storage.refuse(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  await session.start();
  await session.login(ada);
  server.answerAlways(REFRESH, () => Promise.reject(new TypeError('Failed to fetch')));
  clock.jump(HOUR_MS);
  await session.refresh();
  expect(session.getSnapshot()).toMatchObject({ offline: true, expiresAt: clock.now() + 10_000 });
  const before = server.count(REFRESH);
  await clock.advance(9_999);
  expect(server.count(REFRESH)).toBe(before);
  await clock.advance(1);
  await expect.poll(() => server.count(REFRESH)).toBe(before + 1);
});
