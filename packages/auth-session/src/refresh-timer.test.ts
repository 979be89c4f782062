import { expect, test } from 'vitest';
import { isSessionValid, REFRESH_BUFFER_MS, TOKEN_REFRESH_NEEDED } from './index.ts';
import { createSessionTimers } from './session-timers.ts';
import { createFakeClock, createSessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const HOUR_MS = 3_600_000;

function countEvents(events: EventTarget): () => number {
  let count = 0;
  events.addEventListener(TOKEN_REFRESH_NEEDED, () => {
    count += 1;
  });
  return () => count;
}

test('five minutes before expiry the timer raises token-refresh-needed, which triggers a refresh', async () => {
  const { session, server, clock, events } = createSessionHarness();
  const count = countEvents(events);
  await session.start();
  await session.login(ada);
  await clock.advance(HOUR_MS - REFRESH_BUFFER_MS - 1);
  expect([count(), server.count(REFRESH)]).toEqual([0, 0]);
  await clock.advance(1);
  await expect.poll(() => session.getSnapshot()).toMatchObject({ expiresAt: clock.now() + HOUR_MS });
  expect([count(), server.count(REFRESH)]).toEqual([1, 1]);
});

test('after a sign-out no event is raised', async () => {
  const { session, clock, events } = createSessionHarness();
  const count = countEvents(events);
  await session.start();
  await session.login(ada);
  await session.logout();
  await clock.advance(HOUR_MS);
  expect(count()).toBe(0);
});

test('the event triggers a refresh no matter who raises it', async () => {
  const { session, events } = createSessionHarness();
  await session.start();
  await session.login(ada);
  events.dispatchEvent(new Event('token-refresh-needed'));
  await expect.poll(() => session.getAccessToken()).toBe('access-1-1');
});

test('without a refresh token no event is raised', async () => {
  const { session, storage, clock, openTab } = createSessionHarness();
  await session.login(ada);
  storage.removeItem('refreshToken');
  const events = new EventTarget();
  const count = countEvents(events);
  await openTab({ events }).start();
  await clock.advance(HOUR_MS);
  expect(count()).toBe(0);
});

test('a token that is valid for five minutes or less raises no event and is refreshed once per lifetime', async () => {
  const { session, server, clock, events } = createSessionHarness({ server: { expiresInSeconds: 300 } });
  const count = countEvents(events);
  await session.start();
  await session.login(ada);
  for (let minute = 0; minute < 60; minute += 1) {
    await clock.advance(60_000);
    // The refresh at an expiry is done before time moves on.
    await expect.poll(() => isSessionValid(session.getSnapshot(), clock.now())).toBe(true);
  }
  expect(server.count(REFRESH)).toBe(12);
  expect(count()).toBe(0);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
});

test('a machine that slept past the expiry makes one refresh when it wakes, whatever wakes it', async () => {
  const { session, server, clock, events } = createSessionHarness();
  await session.start();
  await session.login(ada);
  clock.jump(3 * HOUR_MS);
  for (const name of ['visibilitychange', 'pageshow', 'online']) events.dispatchEvent(new Event(name));
  await expect.poll(() => session.getSnapshot()).toMatchObject({ expiresAt: clock.now() + HOUR_MS });
  expect(server.count(REFRESH)).toBe(1);
});

test('a machine that slept past the moment of the refresh, not past the expiry, asks for it when it wakes', async () => {
  const { session, clock, events } = createSessionHarness();
  const countRaised = countEvents(events);
  await session.start();
  await session.login(ada);
  clock.jump(HOUR_MS - REFRESH_BUFFER_MS + 1);
  events.dispatchEvent(new Event('pageshow'));
  expect(countRaised()).toBe(1);
});

test('a machine that slept is noticed within a minute even without any event', async () => {
  const { session, server, clock } = createSessionHarness();
  await session.start();
  await session.login(ada);
  clock.jump(3 * HOUR_MS);
  await clock.advance(60_000);
  await expect.poll(() => server.count(REFRESH)).toBe(1);
});

test('a token that is valid for months sets no delay that a browser cannot hold', async () => {
  const { session, server, clock } = createSessionHarness({ server: { expiresInSeconds: 90 * 86_400 } });
  await session.start();
  await session.login(ada);
  await clock.advance(60_000);
  expect(server.count(REFRESH)).toBe(0);
  expect(Math.max(...clock.delays)).toBeLessThan(2 ** 31);
});

test('a restored session whose token outlives the assumed hour is restored again', async () => {
  const { session, clock, openTab } = createSessionHarness({ server: { expiresInSeconds: 8 * 3_600 } });
  await session.login(ada);
  const tab = openTab();
  await tab.start();
  await clock.advance(HOUR_MS);
  const expiresAt = clock.now() + HOUR_MS;
  await expect.poll(() => tab.getSnapshot()).toMatchObject({ status: 'signed-in', expiresAt });
});

test.each([1, 50, 2_000])(
  'a clock that loses %i ms puts off the check at the assumed hour, and not for good',
  async (ms) => {
    const { session, clock, openTab } = createSessionHarness({ server: { expiresInSeconds: 8 * 3_600 } });
    await session.login(ada);
    const tab = openTab();
    await tab.start();
    clock.jump(-ms);
    // Its answer tells that the clock is right as it is set now.
    await tab.fetchWithSession('http://fake.test/config/v0/scanner');
    await clock.advance(HOUR_MS + 2 * ms);
    const expiresAt = () => (tab.getSnapshot() as { expiresAt: number }).expiresAt;
    await expect.poll(expiresAt).toBeGreaterThan(clock.now());
  },
);

test('a token that lives for less than the buffer is renewed at its end, also by a clock that loses time', async () => {
  const { session, server, clock } = createSessionHarness({ server: { expiresInSeconds: 300 } });
  await session.start();
  await session.login(ada);
  clock.jump(-50);
  await session.fetchWithSession('http://fake.test/config/v0/scanner');
  await clock.advance(301_000);
  await expect.poll(() => server.count(REFRESH)).toBe(1);
});

test('after stop nothing happens any more', async () => {
  const { session, server, clock, events } = createSessionHarness();
  await session.start();
  await session.login(ada);
  session.stop();
  expect(clock.countTimers()).toBe(0);
  clock.jump(2 * HOUR_MS);
  events.dispatchEvent(new Event('online'));
  events.dispatchEvent(new Event(TOKEN_REFRESH_NEEDED));
  await clock.advance(0);
  expect(server.count(REFRESH)).toBe(0);
});

test('a session that was stopped and is started again follows its window again', async () => {
  const { session, events, openTab } = createSessionHarness();
  await session.start();
  await session.login(ada);
  session.stop();
  await session.start();
  await openTab().logout();
  events.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }));
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-out' });
});

test('a session that was not started sets no timer', async () => {
  const { session, clock } = createSessionHarness();
  await session.login(ada);
  expect(clock.countTimers()).toBe(0);
});

test('a wake-up that changes nothing is told to nobody', async () => {
  const { session, events } = createSessionHarness();
  await session.start();
  await session.login(ada);
  let told = 0;
  session.subscribe(() => {
    told += 1;
  });
  events.dispatchEvent(new Event('online'));
  expect(told).toBe(0);
});

test('a token with a short lifetime takes away the timer of the longer one that it replaces', async () => {
  const { session, events, clock, server } = createSessionHarness();
  await session.start();
  await session.login(ada);
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 240, refresh_expires_in: 43_200 };
  server.answerNext(REFRESH, () => Response.json({ success: true, tokens }));
  await session.refresh();
  server.answerAlways(REFRESH, () => Promise.reject(new TypeError('Failed to fetch')));
  let raised = 0;
  events.addEventListener(TOKEN_REFRESH_NEEDED, () => {
    raised += 1;
  });
  await clock.advance(HOUR_MS);
  expect(raised).toBe(0);
});

test('moments that have passed set no timer', () => {
  const clock = createFakeClock();
  const timers = createSessionTimers(
    clock,
    () => {},
    () => {},
  );
  timers.set({ accessExpiresAt: clock.now(), hasRefreshToken: true, checksAt: [clock.now() - 1] });
  expect(clock.countTimers()).toBe(0);
});
