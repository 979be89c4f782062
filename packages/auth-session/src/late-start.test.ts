import { expect, test, vi } from 'vitest';
import { AuthSessionError, createLateAuthSession, STORAGE_KEYS } from './index.ts';
import { createFakeAuthSession, createFakeClock, createMemoryStorage, fakeUser } from './testing/index.ts';

const signedIn = { status: 'signed-in', user: fakeUser, expiresAt: 1, offline: false, warning: null } as const;
const blocked = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

function setUp({ stored = [], failing = false }: { stored?: string[]; failing?: boolean } = {}) {
  const storage = createMemoryStorage(Object.fromEntries(stored.map((key) => [key, 'x'])));
  const fetch = vi.fn(async () => new Response('of the session'));
  const real = createFakeAuthSession(undefined, { fetch });
  const start = vi.spyOn(real, 'start');
  const stop = vi.spyOn(real, 'stop');
  const loaded = Promise.withResolvers<void>();
  const painted = Promise.withResolvers<void>();
  const load = vi.fn(async () => {
    if (failing) throw new TypeError('Failed to fetch dynamically imported module');
    await loaded.promise;
    return real;
  });
  const clock = createFakeClock();
  const session = createLateAuthSession({ load, storage, clock, ready: () => painted.promise });
  return { session, real, storage, start, stop, load, clock, fetch, paint: painted.resolve, arrive: loaded.resolve };
}

test('the sign-out of a visitor before the session is loaded is told to listeners', () => {
  const { session } = setUp();
  const listener = vi.fn();
  session.subscribe(listener);
  void session.start();
  expect(listener).toHaveBeenCalledOnce();
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('a visitor stays signed out while the session that is loaded checks what is stored', async () => {
  const { session, start, paint, arrive } = setUp();
  start.mockReturnValue(new Promise(() => {}));
  void session.start();
  paint();
  arrive();
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce());
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test.each([STORAGE_KEYS.accessToken, STORAGE_KEYS.user])('with %s stored the session decides', (key) => {
  const { session, load } = setUp({ stored: [key] });
  void session.start();
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
  expect(load).toHaveBeenCalledOnce();
});

test('a browser that blocks its storage has nobody signed in', () => {
  const session = createLateAuthSession({
    load: vi.fn(),
    storage: { getItem: blocked, setItem: blocked, removeItem: blocked },
    clock: createFakeClock(),
    ready: () => new Promise(() => {}),
  });
  void session.start();
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('changes of the loaded session are told to listeners', async () => {
  const { session, real, arrive } = setUp({ stored: ['authToken'] });
  arrive();
  await session.start();
  const listener = vi.fn();
  session.subscribe(listener);
  real.setState(signedIn);
  expect(listener).toHaveBeenCalledOnce();
});

test('a sign-in before the start starts the session', async () => {
  const { session, start, arrive } = setUp();
  arrive();
  await session.login({ clerk: 'ada', password: 'secret' });
  expect(start).toHaveBeenCalledOnce();
});

test('a session that is stopped while it loads is not started, and may be started again', async () => {
  const { session, start, stop, arrive } = setUp({ stored: ['authToken'] });
  void session.start();
  session.stop();
  arrive();
  await session.getAccessToken();
  expect(start).not.toHaveBeenCalled();
  expect(stop).not.toHaveBeenCalled();
  const leaving = new AbortController();
  await session.start({ signal: leaving.signal });
  expect(start).toHaveBeenCalledWith({ signal: leaving.signal });
});

test('a second start while the session loads waits for the same one', async () => {
  const { session, load, arrive } = setUp({ stored: ['authToken'] });
  const starts = [session.start(), session.start()];
  arrive();
  await Promise.all(starts);
  expect(load).toHaveBeenCalledOnce();
});

test('a stop stops the loaded session, and a start after it waits for no paint', async () => {
  const { session, storage, start, stop, arrive } = setUp({ stored: ['authToken'] });
  arrive();
  await session.start();
  storage.removeItem('authToken');
  session.stop();
  expect(stop).toHaveBeenCalledOnce();
  await session.start();
  expect(start).toHaveBeenCalledTimes(2);
});

test('a session that is disposed of is not loaded again', async () => {
  const { session, load, clock, paint } = setUp({ failing: true });
  paint();
  const started = session.start();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await session[Symbol.asyncDispose]();
  await clock.advance(2_000);
  await started;
  expect(load).toHaveBeenCalledOnce();
});

test('calls are those of the session; while it cannot be loaded they are unreachable', async () => {
  const { session, arrive } = setUp();
  arrive();
  expect(await (await session.fetchWithSession('/config/v0/scanner')).text()).toBe('of the session');
  await expect(setUp({ failing: true }).session.fetchWithSession('/config/v0/scanner')).rejects.toEqual(
    new AuthSessionError('unreachable', 'The session cannot be loaded now'),
  );
});
