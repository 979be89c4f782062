import { expect, test } from 'vitest';
import type { ApiCallLog } from './index.ts';
import { createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGIN = '/v0/auth/login';
const REFRESH = '/v0/auth/refresh';
const LOGOUT = '/v0/auth/logout';

function openLogged() {
  const apiCalls: ApiCallLog[] = [];
  const routes = ['/config/v0/scanner'];
  const harness = createSessionHarness({ routes, log: { log: () => {}, logApiCall: (call) => apiCalls.push(call) } });
  return { ...harness, apiCalls };
}

test('[3.24] sign-in, refresh and sign-out are reported as calls of the API', async () => {
  const { session, server, clock, apiCalls } = openLogged();
  const answer = { success: true, tokens: TOKENS, user: USER };
  for (const [path, took] of [
    [LOGIN, 120],
    [REFRESH, 70],
    [LOGOUT, 30],
  ] as const) {
    server.answerNext(path, async () => {
      await clock.advance(took);
      return Response.json(answer);
    });
  }
  await session.login(ada);
  await session.refresh();
  await session.logout();
  const call = { module: 'auth', method: 'POST', status: 200, success: true };
  expect(apiCalls).toEqual([
    { ...call, endpoint: LOGIN, duration: 120 },
    { ...call, endpoint: REFRESH, duration: 70 },
    { ...call, endpoint: LOGOUT, duration: 30 },
  ]);
});

test('a refused call is reported with its status, one without an answer with status 0', async () => {
  const { session, server, apiCalls } = openLogged();
  await session.login({ ...ada, password: 'wrong' });
  server.answerNext(LOGIN, () => Promise.reject(new TypeError('Failed to fetch')));
  await session.login(ada);
  server.answerNext(LOGIN, () => new Response('<html>', { status: 502 }));
  await session.login(ada);
  expect(apiCalls.map(({ status, success }) => [status, success])).toEqual([
    [401, false],
    [0, false],
    [502, false],
  ]);
});

test('a call whose time limit has passed is reported with status 0', async () => {
  const { session, server, clock, apiCalls } = openLogged();
  server.answerNext(LOGIN, hang);
  const outcome = session.login(ada);
  await clock.advance(15_000);
  await outcome;
  expect(apiCalls).toMatchObject([{ endpoint: LOGIN, status: 0, duration: 15_000, success: false }]);
});

test('a body that breaks off after its headers is reported once, with status 0', async () => {
  const { session, server, apiCalls } = openLogged();
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  server.answerNext(LOGIN, () => new Response(broken));
  expect(await session.login(ada)).toMatchObject({ code: 'network' });
  expect(apiCalls).toMatchObject([{ endpoint: LOGIN, status: 0, success: false }]);
});

test('a sign-in that is given up is not reported', async () => {
  const { session, server, clock, apiCalls } = openLogged();
  server.answerNext(LOGIN, hang);
  const givenUp = new AbortController();
  const outcome = session.login(ada, { signal: givenUp.signal });
  await clock.advance(0);
  givenUp.abort();
  await expect(outcome).rejects.toThrow();
  expect(apiCalls).toEqual([]);
});

test('a refresh that a sign-out ends is not reported', async () => {
  const { session, server, apiCalls } = openLogged();
  await session.login(ada);
  server.answerNext(REFRESH, hang);
  const refreshed = session.refresh();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  await session.logout();
  await refreshed;
  expect(apiCalls.map(({ endpoint }) => endpoint)).toEqual([LOGIN, LOGOUT]);
});

test.each([
  ['an init', (signal: AbortSignal) => ({ input: '/config/v0/scanner', init: { signal } })],
  ['a request', (signal: AbortSignal) => ({ input: new Request('http://fake.test/config/v0/scanner', { signal }) })],
])('a signed-in call that is given up by the signal of %s is not reported', async (_name, write) => {
  const { session, server, apiCalls } = openLogged();
  await session.login(ada);
  apiCalls.length = 0;
  server.answerNext('/config/v0/scanner', hang);
  const givenUp = new AbortController();
  const { input, init } = { init: {}, ...write(givenUp.signal) };
  const answer = session.fetchWithSession(input, init);
  await expect.poll(() => server.count('/config/v0/scanner')).toBe(1);
  givenUp.abort();
  await expect(answer).rejects.toThrow();
  expect(apiCalls).toEqual([]);
});

test("a signed-in call whose caller's time limit has passed is reported with status 0", async () => {
  const { session, server, apiCalls } = openLogged();
  await session.login(ada);
  server.answerNext('/config/v0/scanner', hang);
  const limit = new AbortController();
  const answer = session.fetchWithSession('/config/v0/scanner', { signal: limit.signal });
  await expect.poll(() => server.count('/config/v0/scanner')).toBe(1);
  limit.abort(new DOMException('late', 'TimeoutError'));
  await expect(answer).rejects.toThrow('late');
  expect(apiCalls.at(-1)).toMatchObject({ endpoint: '/config/v0/scanner', status: 0, success: false });
});

test('a sign-out that the server refuses is reported with its status', async () => {
  const { session, server, apiCalls } = openLogged();
  await session.login(ada);
  server.answerNext(LOGOUT, () => refuse(500, 'unavailable', 'Internal Server Error'));
  await session.logout();
  expect(apiCalls.at(-1)).toMatchObject({ endpoint: LOGOUT, status: 500, success: false });
});

const TOKENS = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 };
const USER = {
  id: '01934c5e-7a10-7000-8000-000000000001',
  clerk: 'ada',
  user_name: 'Ada',
  domain: 'demo',
  workgroup: 'gate',
};

function hang(_request: unknown, signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
