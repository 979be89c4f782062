import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { isSessionValid } from './index.ts';
import { createAuthSessionAtoms } from './react/index.ts';
import { createMemoryLocks, createSessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const HOUR_MS = 3_600_000;
/** Too short for a refresh ahead of the expiry. */
const LIFETIME_S = 300;

/** Signed in, one second before the expiry; the network takes every refresh and answers none. */
async function setUp(options: Parameters<typeof createSessionHarness>[0]) {
  const locks = createMemoryLocks();
  const harness = createSessionHarness({
    locks,
    server: { expiresInSeconds: LIFETIME_S, refreshExpiresInSeconds: 90_000 },
    ...options,
  });
  const { session, server, clock } = harness;
  await session.start();
  await session.login(ada);
  const expiresAt = clock.now() + LIFETIME_S * 1_000;
  server.answerAlways(REFRESH, (_request, signal) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  await clock.advance((LIFETIME_S - 1) * 1_000);
  const isValid = () => isSessionValid(session.getSnapshot(), clock.now());
  return { ...harness, locks, expiresAt, isValid };
}

test('with a grace a session is valid at every second of a refresh that hangs', async () => {
  const { session, server, clock, locks, expiresAt, isValid } = await setUp({ offlineGraceMs: 12 * HOUR_MS });
  // Another tab holds the lock: the call begins after four seconds, and takes fifteen.
  void locks.request('scantix-auth-session', {}, () => new Promise(() => {}));
  const seen: boolean[] = [];
  const passOneSecond = async () => {
    await clock.advance(1_000);
    seen.push(isValid());
  };
  for (let second = 0; second < 19; second += 1) {
    await passOneSecond();
    expect(session.getSnapshot()).toMatchObject({ offline: false });
  }
  // Offline only once the refresh has failed; on a busy machine it begins later.
  await vi.waitFor(async () => {
    await passOneSecond();
    expect(session.getSnapshot()).toMatchObject({ offline: true, expiresAt: expiresAt + 12 * HOUR_MS });
  });
  expect(seen).not.toContain(false);
  expect(server.count(REFRESH)).toBe(1);
});

test('a page that wakes up within the grace is valid before its refresh is answered', async () => {
  const { session, server, storage, clock, events, isValid } = await setUp({ offlineGraceMs: 12 * HOUR_MS });
  clock.jump(2 * HOUR_MS);
  events.dispatchEvent(new Event('visibilitychange'));
  expect(isValid()).toBe(true);
  server.answerAlways(REFRESH, undefined);
  await vi.waitFor(async () => {
    await clock.advance(15_000);
    expect(storage.getItem('authToken')).toBe('access-1-1');
  });
  expect(isValid()).toBe(true);
  expect(session.getSnapshot()).toMatchObject({ offline: false });
});

test('without a grace a session is not valid from its expiry on, and listeners are told then', async () => {
  const { session, storage, clock } = await setUp({ offlineGraceMs: 0 });
  const { isSessionValidAtom } = createAuthSessionAtoms(session, { clock });
  const store = createStore();
  store.sub(isSessionValidAtom, () => {});
  const listener = vi.fn();
  session.subscribe(listener);
  await clock.advance(999);
  expect([store.get(isSessionValidAtom), listener.mock.calls.length]).toEqual([true, 0]);
  await clock.advance(1);
  expect([store.get(isSessionValidAtom), listener.mock.calls.length]).toEqual([false, 1]);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
  // Nothing is lost.
  expect(storage.getItem('refreshToken')).toBe('refresh-1-0');
});

test('listeners are told when the grace ends', async () => {
  const { session, clock, isValid } = await setUp({ offlineGraceMs: 50_000 });
  const changes: boolean[] = [];
  session.subscribe(() => changes.push(isValid()));
  await clock.advance(50_000);
  expect(isValid()).toBe(true);
  // While the refresh is tried again.
  await clock.advance(1_000);
  expect([isValid(), changes.at(-1)]).toEqual([false, false]);
});

test('a restored session counts for its hour, though its token expires within it', async () => {
  const { session, openTab, clock } = await setUp({ offlineGraceMs: 0 });
  const tab = openTab();
  await tab.start();
  const before = tab.getSnapshot();
  await clock.advance(2_000);
  expect(tab.getSnapshot()).toBe(before);
  expect(isSessionValid(tab.getSnapshot(), clock.now())).toBe(true);
  expect(isSessionValid(session.getSnapshot(), clock.now())).toBe(false);
});
