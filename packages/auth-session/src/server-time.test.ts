import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { isSessionValid } from './index.ts';
import { createServerTime } from './server-time.ts';
import { createFakeClock, createSessionHarness, refuse, type SessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A server with a clock of its own, and a browser in which ada has just signed in. */
async function signIn({ aheadMs = 0, showsDate = true, offlineGraceMs = 0 } = {}) {
  const trueClock = createFakeClock();
  const harness = createSessionHarness({
    indexedDB: new IDBFactory(),
    offlineGraceMs,
    server: { clock: trueClock, clockAheadMs: aheadMs },
    fetch: async (input, init) => {
      const response = await harness.server.fetch(input, init);
      if (!showsDate) response.headers.delete('Date');
      return response;
    },
  });
  await harness.session.start();
  await harness.session.login(ada);
  return {
    ...harness,
    /** Time passes for everybody, minute by minute. */
    async pass(ms: number) {
      trueClock.jump(ms);
      await harness.clock.advance(ms);
    },
    /** The device sleeps: timers and the steady clock stand still. */
    sleep(ms: number) {
      trueClock.jump(ms);
      harness.clock.jump(ms);
    },
    setClock: (byMs: number) => harness.clock.jump(byMs),
    cut: (isCut: boolean) =>
      harness.server.answerAlways(REFRESH, isCut ? () => Promise.reject(new TypeError('Failed to fetch')) : undefined),
  };
}

const isStored = ({ storage }: SessionHarness) => storage.getItem('refreshToken') !== null;

describe.each([
  ['as the device', 0],
  ['a day ahead of the device', DAY_MS],
  ['a day behind the device', -DAY_MS],
])('with a server whose clock is %s', (_what, aheadMs) => {
  test.each([
    ['a minute ahead', 60_000],
    ['a day ahead', DAY_MS],
    ['a year ahead', 365 * DAY_MS],
    ['a day back', -DAY_MS],
    ['a year back', -365 * DAY_MS],
  ])('a clock that was set %s, in an open page and between two starts, ends no session', async (_how, byMs) => {
    const browser = await signIn({ aheadMs });
    await browser.pass(10 * 60_000);
    browser.setClock(byMs);
    expect(await browser.session.getAccessToken()).toMatch(/^access-1-/);
    await browser.pass(2 * HOUR_MS);
    expect(await browser.session.getAccessToken()).toMatch(/^access-1-/);
    browser.session.stop();
    browser.setClock(-2 * byMs);
    const next = browser.openTab();
    await next.start();
    expect(next.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
    expect((await next.fetchWithSession('/config/v0/scanner')).status).toBe(200);
    expect(browser.server.countStaleTokens()).toBe(0);
  });
});

test('a stored refresh expiry that has passed by a clock that was set ahead is decided by the server', async () => {
  const browser = await signIn();
  browser.session.stop();
  browser.setClock(40 * DAY_MS);
  const next = browser.openTab();
  await next.start();
  expect(next.getSnapshot()).toMatchObject({ status: 'signed-in' });
  expect(browser.server.count(REFRESH)).toBe(1);
});

test('a call that comes before the start-up check is decided by the server too', async () => {
  const browser = await signIn();
  browser.session.stop();
  browser.setClock(40 * DAY_MS);
  expect(await browser.openTab().getAccessToken()).toBe('access-1-1');
});

test('a stored refresh expiry that has really passed ends the session, by the answer of the server', async () => {
  const browser = await signIn();
  browser.session.stop();
  browser.sleep(2 * DAY_MS);
  browser.server.answerAlways(REFRESH, () => refuse(401, 'unauthenticated', 'Unknown refresh token'));
  const next = browser.openTab();
  await next.start();
  expect(next.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect([isStored(browser), browser.server.count(REFRESH)]).toEqual([false, 1]);
});

test('a refresh expiry that has passed by the time of the server and by the steady clock ends the session without a call', async () => {
  const browser = await signIn({ offlineGraceMs: 30 * DAY_MS });
  browser.cut(true);
  await browser.pass(12 * HOUR_MS + 60_000);
  browser.cut(false);
  const calls = browser.server.count(REFRESH);
  expect(await browser.session.refresh()).toBe(false);
  expect(browser.session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect([isStored(browser), browser.server.count(REFRESH)]).toEqual([false, calls]);
});

test('[4.11] without a known time of the server a refresh expiry in the past clears all auth data without a call', async () => {
  const browser = await signIn({ showsDate: false });
  browser.session.stop();
  browser.setClock(DAY_MS);
  const next = browser.openTab();
  await next.start();
  expect(next.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect([browser.storage.entries.size, browser.server.count(REFRESH)]).toEqual([0, 0]);
});

test('[4.11] a refresh expiry that somebody else has written counts as it is written', async () => {
  const browser = await signIn();
  browser.session.stop();
  browser.storage.setItem('tokenExpiration', String(browser.clock.now()));
  browser.storage.setItem('refreshTokenExpiration', String(browser.clock.now()));
  const next = browser.openTab();
  await next.start();
  expect([browser.storage.entries.size, browser.server.count(REFRESH)]).toEqual([0, 0]);
});

test('a clock that an answer showed to be ahead is corrected after a reload too, without the server', async () => {
  const browser = await signIn({ offlineGraceMs: HOUR_MS });
  browser.setClock(50 * 60_000);
  await browser.session.fetchWithSession('/config/v0/scanner');
  browser.session.stop();
  browser.sleep(50 * 60_000);
  browser.cut(true);
  const next = browser.openTab();
  await next.start();
  expect(next.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
  expect(browser.server.count(REFRESH)).toBe(0);
});

test('the grace period counts from the expiry of the token, also after the clock was set ahead', async () => {
  const browser = await signIn({ offlineGraceMs: 4 * HOUR_MS });
  browser.setClock(50 * 60_000);
  await browser.session.fetchWithSession('/config/v0/scanner');
  browser.cut(true);
  await browser.pass(HOUR_MS);
  const expiresAt = browser.clock.now() + 4 * HOUR_MS;
  await expect.poll(() => browser.session.getSnapshot()).toMatchObject({ offline: true, expiresAt });
  // The refresh is tried again meanwhile.
  await browser.pass(60_000);
  expect(browser.session.getSnapshot()).toMatchObject({ offline: true, expiresAt });
});

test('a clock that was set back does not delay the refresh five minutes before expiry', async () => {
  const browser = await signIn();
  browser.setClock(-DAY_MS);
  await browser.pass(55 * 60_000 - 1);
  expect(browser.server.count(REFRESH)).toBe(0);
  await browser.pass(1);
  await expect.poll(() => browser.storage.getItem('authToken')).toBe('access-1-1');
  expect(browser.server.count(REFRESH)).toBe(1);
});

test('without a known time of the server a clock that was set back costs one refresh per lifetime too', async () => {
  const browser = await signIn({ showsDate: false });
  browser.setClock(-DAY_MS);
  for (let hour = 1; hour <= 3; hour += 1) {
    await browser.pass(55 * 60_000);
    await expect.poll(() => browser.storage.getItem('authToken')).toBe(`access-1-${hour}`);
    expect(isSessionValid(browser.session.getSnapshot(), browser.clock.now())).toBe(true);
  }
  expect(browser.server.count(REFRESH)).toBe(3);
});

test('an answer without a time says nothing of a clock that was set back', async () => {
  const browser = await signIn({ showsDate: false });
  browser.setClock(-DAY_MS);
  await browser.session.fetchWithSession('/config/v0/scanner');
  browser.session.stop();
  await browser.pass(HOUR_MS);
  expect(await browser.session.getAccessToken()).toBe('access-1-1');
});

test.each([
  ['a GET that a cache may have answered says nothing', 'GET', 'max-age=60', 1],
  ['a GET whose answer no cache stores shows it', 'GET', 'private, no-store', 0],
  ['a write shows it', 'POST', 'max-age=60', 0],
])('of a clock that was set ahead, %s', async (_what, method, cacheControl, refreshes) => {
  const browser = await signIn();
  browser.session.stop();
  browser.setClock(50 * 60_000);
  browser.server.answerNext('/tickets', () => new Response(null, { headers: { 'Cache-Control': cacheControl } }));
  await browser.session.fetchWithSession('/tickets', { method });
  await browser.pass(10 * 60_000);
  await browser.session.getAccessToken();
  expect(browser.server.count(REFRESH)).toBe(refreshes);
});

test('a server whose time differs by half a minute is no clock that was moved', () => {
  const clock = createFakeClock();
  const moves: number[] = [];
  const serverTime = createServerTime(clock, (offsetMs) => moves.push(offsetMs));
  for (const aheadMs of [0, 30_000, -30_000, 0]) {
    serverTime.learn(new Date(clock.now() + aheadMs).toUTCString(), clock.monotonicNow());
  }
  expect(moves).toEqual([]);
  for (const aheadMs of [31_000, 31_000]) {
    serverTime.learn(new Date(clock.now() + aheadMs).toUTCString(), clock.monotonicNow());
  }
  expect(moves).toEqual([31_000]);
  const asItIs = { earliest: clock.now(), latest: clock.now() };
  expect([serverTime.read(30_000), serverTime.read(1_000)]).toEqual([asItIs, asItIs]);
});

test('nothing is corrected unless the server was measured both now and when the pair was issued', () => {
  const clock = createFakeClock();
  const serverTime = createServerTime(clock, () => {});
  const asItIs = { earliest: clock.now(), latest: clock.now() };
  expect(serverTime.read(DAY_MS)).toEqual(asItIs);
  serverTime.learn(new Date(clock.now() + DAY_MS).toUTCString(), clock.monotonicNow());
  expect(serverTime.read(null)).toEqual(asItIs);
});

test('a clock that is set during a refresh spoils no expiry', async () => {
  const browser = await signIn();
  browser.server.answerNext(REFRESH, () => {
    browser.setClock(DAY_MS);
    const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 };
    return Response.json({ success: true, tokens });
  });
  expect(await browser.session.refresh()).toBe(true);
  expect(browser.storage.getItem('tokenExpiration')).toBe(String(browser.clock.now() + HOUR_MS));
  expect(browser.storage.getItem('refreshTokenExpiration')).toBe(String(browser.clock.now() + 12 * HOUR_MS));
});

test('a clock that was set after another tab has refreshed ends no session', async () => {
  const browser = await signIn();
  const other = browser.openTab();
  await other.start();
  await other.fetchWithSession('/config/v0/scanner');
  await browser.session.refresh();
  browser.setClock(40 * DAY_MS);
  expect(await other.refresh()).toBe(true);
  expect(other.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
});

test('several tabs under jumps share one session and present no replaced token', async () => {
  const browser = await signIn();
  const tabs = [browser.session, browser.openTab(), browser.openTab()];
  for (const tab of tabs.slice(1)) await tab.start();
  for (const byMs of [DAY_MS, -3 * DAY_MS, HOUR_MS, 40 * DAY_MS, -30 * DAY_MS]) {
    browser.setClock(byMs);
    const tokens = await Promise.all(tabs.map((tab) => tab.getAccessToken()));
    expect(new Set(tokens)).toEqual(new Set([browser.storage.getItem('authToken')]));
    await browser.pass(20 * 60_000);
  }
  for (const tab of tabs) expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
  expect(browser.server.countStaleTokens()).toBe(0);
});
