import { expect, test, vi } from 'vitest';
import { AuthSessionError, createLateAuthSession, MESSAGES, STORAGE_KEYS } from './index.ts';
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
  return { session, real, storage, load, clock, paint: painted.resolve };
}

test('a visitor without a stored session is signed out before the session is loaded', async () => {
  const { session, load, paint } = setUp();
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
  const started = session.start();
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(load).not.toHaveBeenCalled();
  paint();
  await started;
  expect(load).toHaveBeenCalledOnce();
});

test('a stored session is loaded at once, and the state stays restoring until it has decided', async () => {
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

test('a session that could not be loaded is a network failure, and is loaded again', async () => {
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

test('an app is told why its session cannot be loaded', async () => {
  const error = new TypeError('The session cannot be made');
  const onError = vi.fn(() => {
    throw new Error('broken');
  });
  const load = () => Promise.reject(error);
  const session = createLateAuthSession({ load, onError, storage: createMemoryStorage() });
  expect(await session.login({ clerk: 'ada', password: 'x' })).toMatchObject({ code: 'network' });
  expect(onError.mock.calls).toEqual([[error]]);
});

test('after stop it is not loaded again', async () => {
  const { session, load, clock, paint } = setUp({ failures: 9 });
  paint();
  const started = session.start();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  session.stop();
  await clock.advance(2_000);
  await started;
  expect(load).toHaveBeenCalledOnce();
});

test('a sign-in that could not load the session leaves its message in the state', async () => {
  const { session } = setUp({ failures: 1 });
  await session.login({ clerk: 'ada', password: 'x' });
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: MESSAGES.network, errorCode: 'network' });
});

test('a sign-out that cannot load the session clears it locally all the same', async () => {
  const { session, storage } = setUp({ stored: true, failures: 9 });
  storage.setItem(STORAGE_KEYS.refreshToken, 'refresh');
  await session.logout();
  expect(Object.values(STORAGE_KEYS).map((key) => storage.getItem(key))).toEqual(Array(6).fill(null));
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('a sign-out while the session loads clears what is stored before it returns, and the session signs out then', async () => {
  const { session, real, storage } = setUp({ stored: true });
  const start = vi.spyOn(real, 'start');
  const logout = vi.spyOn(real, 'logout');
  const started = session.start();
  const signedOut = session.logout();
  expect(storage.getItem(STORAGE_KEYS.accessToken)).toBeNull();
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  await Promise.all([started, signedOut]);
  expect(logout).toHaveBeenCalledOnce();
  expect(logout).toHaveBeenCalledBefore(start);
});

test.each([
  ['the session signs out once it is loaded, so that the server hears of it', [], 1],
  ['a session that another tab has stored meanwhile stays', [STORAGE_KEYS.user, STORAGE_KEYS.accessToken], 0],
])('after a sign-out that could not load it, %s', async (_what, meanwhile, signOuts) => {
  const { session, real, storage } = setUp({ stored: true, failures: 1 });
  const start = vi.spyOn(real, 'start');
  const logout = vi.spyOn(real, 'logout');
  await session.logout();
  for (const key of meanwhile) storage.setItem(key, 'of another tab');
  await session.getAccessToken();
  expect(logout).toHaveBeenCalledTimes(signOuts);
  // Before the start, which drops what is left of a session.
  if (signOuts) expect(logout).toHaveBeenCalledBefore(start);
});

test('a session that nobody has left is not signed out by its load', async () => {
  const { session, real } = setUp();
  await session.getAccessToken();
  expect(real.calls.logout).toBe(0);
});

test('a sign-out reaches a loaded session before its caller continues', async () => {
  const { session, real, paint } = setUp();
  paint();
  await session.start();
  real.setState(signedIn);
  void session.logout();
  expect(real.calls.logout).toBe(1);
});

test('without the session any refresh returns false, there is no token, and a call is unreachable', async () => {
  const { session } = setUp({ stored: true, failures: 9 });
  expect(await session.refresh()).toBe(false);
  expect(await session.getAccessToken()).toBeNull();
  const call = session.fetchWithSession('/config/v0/scanner');
  await expect(call).rejects.toSatisfy(AuthSessionError.isInstance);
});

test('an abort ends the wait, for the start, for a sign-in, for a sign-out, for a refresh and for a call', async () => {
  const { session } = setUp();
  const leaving = new AbortController();
  const started = session.start({ signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(started).rejects.toThrow('gone');
  await expect(session.login({ clerk: 'ada', password: 'x' }, leaving)).rejects.toThrow('gone');
  await expect(session.logout(leaving)).rejects.toThrow('gone');
  await expect(session.refresh(leaving)).rejects.toThrow('gone');
  await expect(session.fetchWithSession('/config/v0/scanner', leaving)).rejects.toThrow('gone');
});

test('an abort of a request ends the wait for the session', async () => {
  const never = new Promise<never>(() => {});
  await using session = createLateAuthSession({ load: () => never, ready: async () => {} });
  const leaving = new AbortController();
  const request = new Request('http://fake.test/config/v0/scanner', { signal: leaving.signal });
  const calls = [session.fetchWithSession(request), session.fetchWithSession(request.url, leaving)];
  leaving.abort(new Error('gone'));
  for (const call of calls) await expect(call).rejects.toThrow('gone');
});

test('a start after a stop starts the session again', async () => {
  const { session, real, paint } = setUp();
  const start = vi.spyOn(real, 'start');
  paint();
  await session.start();
  session.stop();
  await session.start();
  expect(start).toHaveBeenCalledTimes(2);
});
