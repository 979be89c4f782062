import { expect, test, vi } from 'vitest';
import { createSessionFetch, followUser, isSessionValid } from './index.ts';
import { createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGIN = '/v0/auth/login';

test('login success sets the session, stores tokens and user under the specified keys, and marks it authenticated', async () => {
  const { session, storage, clock } = createSessionHarness();
  await session.start();
  const outcome = await session.login({ ...ada, rememberMe: true });

  const user = {
    id: '01934c5e-7a10-7000-8000-000000000001',
    clerk: 'ada',
    userName: 'Clerk ada',
    domain: 'demo',
    workgroup: 'gate',
  };
  expect(outcome).toEqual({ ok: true, user });
  expect(Object.fromEntries(storage.entries)).toEqual({
    authToken: 'access-1-0',
    refreshToken: 'refresh-1-0',
    tokenExpiration: String(clock.now() + 3_600_000),
    refreshTokenExpiration: String(clock.now() + 43_200_000),
    userData: JSON.stringify(user),
    rememberMe: 'true',
  });
  const state = session.getSnapshot();
  expect(state).toEqual({
    status: 'signed-in',
    user,
    expiresAt: clock.now() + 3_600_000,
    offline: false,
    warning: null,
  });
  expect(isSessionValid(state, clock.now())).toBe(true);
  expect(isSessionValid(state, clock.now() + 3_600_000)).toBe(false);
});

test('the remember-me choice is stored only if it was given', async () => {
  const { session, storage } = createSessionHarness();
  await session.login({ ...ada, rememberMe: false });
  expect(storage.getItem('rememberMe')).toBe('false');
  await session.logout();
  await session.login(ada);
  expect(storage.getItem('rememberMe')).toBeNull();
});

test('the login call carries the credentials, the device and its headers, with credentials included', async () => {
  const { session, server } = createSessionHarness();
  await session.login({ ...ada, rememberMe: true });
  const [request] = server.requests;
  expect(request).toMatchObject({ method: 'POST', path: LOGIN, credentials: 'include' });
  expect(request?.headers.get('Content-Type')).toBe('application/json');
  expect(request?.headers.get('X-Device-Id')).toBe('device-1.random');
  expect(request?.headers.get('X-Device-Fingerprint')).toBe('device-1');
  expect(request?.body).toEqual({
    clerk: 'ada',
    password: 'secret',
    remember_me: true,
    device_id: 'device-1.random',
    device_info: {
      deviceType: 'Android Phone',
      deviceOS: 'Android',
      deviceBrowser: 'Chrome',
      deviceString: 'Android Phone (Chrome)',
      deviceCategory: 'mobile',
      language: 'en',
      screenResolution: '390x844',
    },
  });
});

test('the states of a sign-in are signing in, then signed in', async () => {
  const { session } = createSessionHarness();
  const states: string[] = [];
  session.subscribe(() => states.push(session.getSnapshot().status));
  await session.start();
  await session.login(ada);
  expect(states).toEqual(['signed-out', 'signing-in', 'signed-in']);
});

test('a wrong password leaves the session signed out with the message of the catalogue and stores nothing', async () => {
  const { session, storage } = createSessionHarness();
  const message = 'Invalid username or password. Please try again.';
  expect(await session.login({ clerk: 'ada', password: 'wrong' })).toEqual({
    ok: false,
    code: 'invalid-credentials',
    message,
  });
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-out', error: message });
  expect(storage.entries.size).toBe(0);
});

test('a sign-in that fails, or is given up, while somebody is signed in leaves them signed in', async () => {
  const { session } = createSessionHarness();
  await session.login(ada);
  const before = session.getSnapshot();
  expect(await session.login({ clerk: 'bob', password: 'wrong' })).toMatchObject({ ok: false });
  expect(session.getSnapshot()).toEqual(before);
  const caller = new AbortController();
  const givenUp = session.login({ clerk: 'bob', password: 'wrong' }, { signal: caller.signal });
  caller.abort();
  await expect(givenUp).rejects.toThrow();
  expect(session.getSnapshot()).toEqual(before);
});

test('a sign-in that fails while somebody is signed in is no sign-out: their user stays, and so do their GETs', async () => {
  const { session, server } = createSessionHarness();
  await session.start();
  await session.login(ada);
  const user = session.getSnapshot();
  const onUser = vi.fn();
  followUser(session, onUser);
  const signals: AbortSignal[] = [];
  server.answerAlways('/tickets/v0/snapshot', (_request, signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const sessionFetch = createSessionFetch(session);
  const get = () => void sessionFetch('/tickets/v0/snapshot').catch(() => {});
  get();
  await expect.poll(() => signals).toHaveLength(1);
  const signingIn = session.login({ clerk: 'bob', password: 'wrong' });
  get();
  await expect(signingIn).resolves.toMatchObject({ ok: false });
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  expect(session.getSnapshot()).toEqual(user);
  expect(onUser.mock.calls).toEqual([[expect.objectContaining({ clerk: 'ada' })]]);
});

test('a rate limit reports when to try again', async () => {
  const { session, server } = createSessionHarness();
  server.answerNext(LOGIN, () => refuse(429, 'rate_limited', 'Too many attempts', { retry_after_ms: 30_000 }));
  expect(await session.login(ada)).toEqual({
    ok: false,
    code: 'rate-limited',
    message: 'Too many attempts',
    retryAfterMs: 30_000,
  });
});

test.each([
  [
    'a network failure',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'network',
    'Network error. Please try again.',
  ],
  [
    "a captive portal's page",
    () => new Response('<html>', { status: 200 }),
    'network',
    'Network error. Please try again.',
  ],
  ["a gateway's page", () => new Response('<html>', { status: 502 }), 'server', 'Login failed'],
  [
    'status 500',
    () => refuse(500, 'unavailable', 'Internal Server Error'),
    'server',
    'Server error. Please try again later or contact support.',
  ],
  [
    "the server's own message",
    () => refuse(403, 'forbidden', 'This account is disabled'),
    'rejected',
    'This account is disabled',
  ],
  ['no message', () => refuse(422, 'invalid_request', ''), 'rejected', 'Login failed'],
  ['an ok answer that reports no success', () => refuse(200, 'x', ''), 'rejected', 'Authentication failed'],
])('%s becomes its message', async (_name, answer, code, message) => {
  const { session, server } = createSessionHarness();
  server.answerNext(LOGIN, answer);
  expect(await session.login(ada)).toEqual({ ok: false, code, message });
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: message, errorCode: code });
});

test('a server that does not answer within the time limit is a timeout', async () => {
  const { session, server, clock } = createSessionHarness();
  server.answerNext(LOGIN, hang);
  const outcome = session.login(ada);
  await clock.advance(15_000);
  expect(await outcome).toEqual({ ok: false, code: 'timeout', message: 'The request timed out. Please try again.' });
});

test('an unexpected failure has the message for the unknown', async () => {
  const deviceIdentity = {
    getDeviceId: () => Promise.reject(new Error('broken')),
    getFingerprint: async () => '',
    getDeviceInformation: () => Promise.reject(new Error('broken')),
  };
  const { session } = createSessionHarness({ deviceIdentity });
  expect(await session.login(ada)).toEqual({ ok: false, code: 'unknown', message: 'An unknown error occurred' });
});

test('an abort ends the sign-in without an error text', async () => {
  const { session, server, clock } = createSessionHarness();
  server.answerNext(LOGIN, hang);
  const controller = new AbortController();
  const outcome = session.login(ada, { signal: controller.signal });
  await clock.advance(0);
  controller.abort(new Error('left the page'));
  await expect(outcome).rejects.toThrow('left the page');
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('a sign-out during a sign-in wins, and the session that the server started is ended', async () => {
  const { session, server, storage } = createSessionHarness();
  const gate = Promise.withResolvers<void>();
  server.answerNext(LOGIN, async () => {
    await gate.promise;
    return Response.json(LOGIN_ANSWER);
  });
  const outcome = session.login(ada);
  await expect.poll(() => server.count(LOGIN)).toBe(1);
  await session.logout();
  gate.resolve();
  expect(await outcome).toMatchObject({ ok: false, code: 'superseded' });
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(storage.entries.size).toBe(0);
  expect(server.requests.at(-1)).toMatchObject({ path: '/v0/auth/logout' });
});

test('cookie-based authentication is refused with not yet implemented', async () => {
  const { session, server, storage } = createSessionHarness({ useSecureCookies: true });
  await session.start();
  expect(session.getSnapshot()).toEqual({
    status: 'signed-out',
    error: 'not yet implemented',
    errorCode: 'not-implemented',
  });
  expect(await session.login(ada)).toEqual({ ok: false, code: 'not-implemented', message: 'not yet implemented' });
  expect([await session.refresh(), await session.getAccessToken()]).toEqual([false, null]);
  expect(server.requests).toEqual([]);
  expect(storage.entries.size).toBe(0);
});

const LOGIN_ANSWER = {
  success: true,
  message: '',
  tokens: { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 },
  user: {
    id: '01934c5e-7a10-7000-8000-000000000001',
    clerk: 'ada',
    user_name: 'Ada',
    domain: 'demo',
    workgroup: 'gate',
  },
};

function hang(_request: unknown, signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

test('an abort of a sign-in that another one has replaced leaves the form of the other waiting', async () => {
  const { session, server } = createSessionHarness();
  const held = Promise.withResolvers<Response>();
  server.answerNext(LOGIN, (_request, signal) => {
    signal.addEventListener('abort', () => held.reject(signal.reason));
    return held.promise;
  });
  const leaving = new AbortController();
  const first = session.login(ada, { signal: leaving.signal });
  await expect.poll(() => server.count(LOGIN)).toBe(1);
  const second = session.login(ada);
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(session.getSnapshot()).toEqual({ status: 'signing-in' });
  expect(await second).toMatchObject({ ok: true });
});

test('the failure of a sign-in that another one has replaced is not shown', async () => {
  const { session, server } = createSessionHarness();
  const held = Promise.withResolvers<Response>();
  server.answerNext(LOGIN, () => held.promise);
  const first = session.login({ clerk: 'ada', password: 'wrong' });
  await expect.poll(() => server.count(LOGIN)).toBe(1);
  const second = session.login(ada);
  held.resolve(Response.json({ success: false, message: 'Unauthorized' }, { status: 401 }));
  expect(await first).toMatchObject({ ok: false, code: 'superseded' });
  expect(await second).toMatchObject({ ok: true });
});

test('with cookie-based authentication listeners are told when the start has decided', async () => {
  const { session } = createSessionHarness({ useSecureCookies: true });
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.getSnapshot().status));
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
  await session.start();
  expect(seen).toEqual(['signed-out']);
});

test('without rememberMe the server is asked not to remember', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  expect(server.requests.at(-1)?.body).toMatchObject({ remember_me: false });
});

test('a sign-in that was given up before it begins changes nothing', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  const before = session.getSnapshot();
  await expect(session.login(ada, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
  expect(session.getSnapshot()).toBe(before);
  expect(server.count(LOGIN)).toBe(1);
});
