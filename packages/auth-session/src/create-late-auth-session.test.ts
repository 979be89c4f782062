import { expect, test, vi } from 'vitest';
import { createLateAuthSession, MESSAGES, STORAGE_KEYS } from './index.ts';
import { createFakeAuthSession, createFakeClock, createMemoryStorage, fakeUser } from './testing/index.ts';

const signedIn = { status: 'signed-in', user: fakeUser, expiresAt: 1, offline: false, warning: null } as const;

function setUp({ stored = false, failures = 0 } = {}) {
  const storage = createMemoryStorage();
  if (stored) storage.setItem(STORAGE_KEYS.accessToken, 'token');
  const painted = Promise.withResolvers<void>();
  const real = createFakeAuthSession();
  const clock = createFakeClock();
  let left = failures;
  const load = vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return real;
  });
  const session = createLateAuthSession({ load, storage, clock, ready: () => painted.promise });
  return { session, real, load, clock, paint: painted.resolve };
}

test('of whom nothing is stored is signed out before the session is loaded', async () => {
  const { session, load, paint } = setUp();
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
  const started = session.start();
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(load).not.toHaveBeenCalled();
  paint();
  await started;
  expect(load).toHaveBeenCalledOnce();
});

test('where something is stored it is loaded at once, and nothing is said before it has decided', async () => {
  const { session, real } = setUp({ stored: true });
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.getSnapshot().status));
  const started = session.start();
  expect(session.getSnapshot().status).toBe('restoring');
  real.setState(signedIn);
  await started;
  expect(session.getSnapshot()).toEqual(signedIn);
  expect(seen).not.toContain('signed-out');
});

test('a sign-in before the first paint waits for the session, which is loaded once', async () => {
  const { session, load, paint } = setUp();
  const started = session.start();
  expect(await session.login({ clerk: 'ada', password: 'secret' })).toEqual({ ok: true, user: fakeUser });
  paint();
  await started;
  expect(load).toHaveBeenCalledOnce();
  expect(session.getSnapshot().status).toBe('signed-in');
  expect(await session.getAccessToken()).toBe('fake-access-token');
});

test('a session that could not be loaded is the network’s fault, and is tried again', async () => {
  const { session, load, clock, paint } = setUp({ failures: 2 });
  paint();
  const started = session.start();
  expect(await session.login({ clerk: 'ada', password: 'x' })).toEqual({
    ok: false,
    code: 'network',
    message: MESSAGES.network,
  });
  await vi.waitFor(async () => {
    await clock.advance(2_000);
    expect(load.mock.calls.length).toBeGreaterThan(2);
  });
  await started;
  expect(await session.login({ clerk: 'ada', password: 'x' })).toMatchObject({ ok: true });
});

test('once stopped it is not tried again', async () => {
  const { session, load, clock, paint } = setUp({ failures: 9 });
  paint();
  const started = session.start();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  session.stop();
  await clock.advance(2_000);
  await started;
  expect(load).toHaveBeenCalledOnce();
});
