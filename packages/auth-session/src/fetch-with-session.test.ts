import { expect, test, vi } from 'vitest';
import { type ApiCallLog, AuthSessionError } from './index.ts';
import { createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const SCANS = '/scantix/v0/scanner/scans';
const unauthenticated = () => refuse(401, 'unauthenticated', 'The token has expired');

function createLoggedBench(options: Parameters<typeof createSessionHarness>[0] = {}) {
  const apiCalls: ApiCallLog[] = [];
  const harness = createSessionHarness({
    routes: [SCANS, '/config/v0/scanner', '/tickets/v0/lookup'],
    // The sign-in's own calls are reported too: api-call-events.test.ts.
    log: { log: () => {}, logApiCall: (call) => call.module !== 'auth' && apiCalls.push(call) },
    ...options,
  });
  return { ...harness, apiCalls };
}

test('a call has the bearer token and its own method, headers and body', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  const response = await session.fetchWithSession(SCANS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"scans":[]}',
  });
  expect(response.status).toBe(200);
  const request = server.requests.at(-1);
  expect(request).toMatchObject({ method: 'POST', path: SCANS, body: { scans: [] } });
  expect(request?.headers.get('Authorization')).toBe('Bearer access-1-0');
  expect(request?.headers.get('Content-Type')).toBe('application/json');
});

test('a call that gets 401 refreshes once and is repeated once', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  server.answerNext(SCANS, unauthenticated);
  const response = await session.fetchWithSession(
    new Request(`http://fake.test${SCANS}`, { method: 'POST', body: '{"a":1}' }),
  );
  expect(response.status).toBe(200);
  expect(server.count(REFRESH)).toBe(1);
  const sent = server.requests.filter(({ path }) => path === SCANS);
  expect(sent.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 1 }]);
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer access-1-0', 'Bearer access-1-1']);
});

test('a second 401 is the answer', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  server.answerAlways(SCANS, unauthenticated);
  const response = await session.fetchWithSession(SCANS);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  expect([server.count(SCANS), server.count(REFRESH)]).toEqual([2, 1]);
});

test('many calls that get 401 at once share one refresh', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  for (let call = 0; call < 20; call += 1) server.answerNext(SCANS, unauthenticated);
  const responses = await Promise.all(Array.from({ length: 20 }, () => session.fetchWithSession(SCANS)));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(server.count(REFRESH)).toBe(1);
});

test('a 401 whose refresh is refused is the answer, and the session has ended', async () => {
  const { session, server } = createSessionHarness();
  await session.start();
  await session.login(ada);
  server.revokeAll();
  expect((await session.fetchWithSession(SCANS)).status).toBe(401);
  expect(session.getSnapshot().status).toBe('signed-out');
  expect([server.count(SCANS), server.count(REFRESH)]).toEqual([1, 1]);
});

test('an abort during the refresh after a 401 rejects at once with its reason', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  server.answerNext(SCANS, unauthenticated);
  server.answerNext(REFRESH, () => new Promise(() => {}));
  const givenUp = new AbortController();
  const call = session.fetchWithSession(SCANS, { signal: givenUp.signal });
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  givenUp.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
});

test('an expired token is refreshed before the call', async () => {
  const { session, server, clock } = createSessionHarness();
  await session.login(ada);
  clock.jump(3_600_000);
  await session.fetchWithSession(SCANS);
  expect(server.requests.map(({ path }) => path)).toEqual(['/v0/auth/login', REFRESH, SCANS]);
});

test('an expired token that cannot be renewed now fails the call without sending it', async () => {
  const { session, server, clock, apiCalls } = createLoggedBench({ offlineGraceMs: 86_400_000 });
  await session.login(ada);
  clock.jump(3_600_000);
  server.answerAlways(REFRESH, () => new Response('<html>', { status: 502 }));
  const failure: unknown = await session.fetchWithSession(SCANS).catch((error: unknown) => error);
  expect(failure).toEqual(
    new AuthSessionError('unreachable', 'The session cannot be renewed: the server cannot be reached'),
  );
  expect(failure).toHaveProperty('cause', expect.objectContaining({ kind: 'answered', status: 502 }));
  const soonAfter: unknown = await session.fetchWithSession(SCANS).catch((error: unknown) => error);
  expect(soonAfter).toMatchObject({ name: 'AuthSessionError', code: 'unreachable' });
  expect(soonAfter).not.toHaveProperty('cause');
  expect(server.count(SCANS)).toBe(0);
  const failedCall = { status: 0, success: false };
  expect(apiCalls).toMatchObject([failedCall, failedCall]);
});

test('signed out, a call goes without a token', async () => {
  const { session, server } = createSessionHarness();
  expect((await session.fetchWithSession(SCANS)).status).toBe(401);
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBeNull();
  expect(server.count(REFRESH)).toBe(0);
});

test('the token goes to our API only', async () => {
  const { session, server } = createSessionHarness({ baseUrl: 'http://fake.test/api' });
  server.answerNext('/api/v0/auth/login', async () =>
    Response.json({
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
    }),
  );
  expect(await session.login(ada)).toMatchObject({ ok: true });
  server.answerNext('/api/v0/x', () => Response.json({}));
  server.answerNext('/api/v0/x', () => Response.json({}));
  await session.fetchWithSession('http://elsewhere.test/api/v0/x');
  await session.fetchWithSession('http://fake.test/other');
  await session.fetchWithSession('http://fake.test/api/v0/x');
  expect(server.requests.slice(1).map(({ headers }) => headers.get('Authorization'))).toEqual([null, null, 'Bearer a']);
});

test.each([
  [SCANS, SCANS],
  ['/scantix/v0/scanner/scans/SECRET-CODE', '/scantix/v0/scanner/:rest'],
  ['/scantix/v0/reports/today?from=1', '/scantix/v0/reports/:rest'],
  ['/config/v0/scanner', '/config/v0/scanner'],
  ['/tickets/v0/lookup', '/tickets/v0/lookup'],
  ['/somewhere/else', '/:rest'],
])('a call of %s is reported to the log as endpoint %s', async (path, endpoint) => {
  const { session, apiCalls, clock, server } = createLoggedBench();
  await clock.advance(1_000);
  await session.login(ada);
  server.answerNext(path.split('?')[0] ?? path, async () => {
    await clock.advance(120);
    return Response.json({ success: true });
  });
  await session.fetchWithSession(path);
  expect(apiCalls).toEqual([{ endpoint, method: 'GET', status: 200, duration: 120, success: true }]);
});

test('a call without an answer is reported with status 0 and fails as fetch does', async () => {
  const { session, apiCalls, server } = createLoggedBench();
  await session.login(ada);
  server.answerNext(SCANS, () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(session.fetchWithSession(SCANS)).rejects.toThrow('Failed to fetch');
  expect(apiCalls).toMatchObject([{ status: 0, success: false }]);
});

test('without a page, a relative address is under the base path of the API', async () => {
  const { session, server } = createSessionHarness({ baseUrl: 'http://fake.test/behind/a/proxy/' });
  server.answerNext('/behind/a/proxy/config/v0/scanner', () => Response.json({}));
  await session.fetchWithSession('/config/v0/scanner');
  await session.fetchWithSession('tickets/v0/search');
  const paths = ['/behind/a/proxy/config/v0/scanner', '/behind/a/proxy/tickets/v0/search'];
  expect(server.requests.map(({ path }) => path)).toEqual(paths);
});

test("in a page, a relative address is the page's own, and has the token under the base path alone", async () => {
  vi.stubGlobal('location', { href: 'http://fake.test/app/' });
  const { session, server } = createSessionHarness({ baseUrl: '/behind/' });
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 };
  const user = { id: 1, clerk: 'ada', user_name: 'Ada', domain: 'demo', workgroup: 'gate' };
  server.answerNext('/behind/v0/auth/login', () => Response.json({ success: true, tokens, user }));
  expect(await session.login(ada)).toMatchObject({ ok: true });
  for (const path of ['/behind/v0/x', '/v0/x', '/behindhand/v0/x']) {
    server.answerNext(path, () => Response.json({}));
  }
  await session.fetchWithSession('/behind/v0/x');
  await session.fetchWithSession('/v0/x');
  await session.fetchWithSession('/behindhand/v0/x');
  expect(server.requests.slice(1).map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([
    ['/behind/v0/x', 'Bearer a'],
    ['/v0/x', null],
    ['/behindhand/v0/x', null],
  ]);
});

test('an address may be a URL', async () => {
  const { session, server } = createSessionHarness();
  await session.login(ada);
  await session.fetchWithSession(new URL(`http://fake.test${SCANS}`));
  expect(server.requests.at(-1)).toMatchObject({ path: SCANS });
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe('Bearer access-1-0');
});

test.each([null, 'text', new Error('left')])('a call that is given up with %s is not reported', async (reason) => {
  const { session, server, apiCalls } = createLoggedBench();
  await session.login(ada);
  const givenUp = new AbortController();
  server.answerNext(SCANS, () => {
    givenUp.abort(reason);
    return Promise.reject(reason);
  });
  await expect(session.fetchWithSession(SCANS, { signal: givenUp.signal })).rejects.toBe(reason);
  expect(apiCalls).toEqual([]);
});

test('a base address that ends with slashes is the same without them', async () => {
  const { session, server, openTab } = createSessionHarness();
  await session.login(ada);
  await openTab({ baseUrl: 'http://fake.test/api//' }).fetchWithSession('http://fake.test/api/config/v0/scanner');
  expect(server.requests.at(-1)?.headers.get('Authorization')).toMatch(/^Bearer /);
});

test('a Request goes where it says: with the token to our API, without it elsewhere, and is reported by its path', async () => {
  const { session, server, apiCalls } = createLoggedBench();
  await session.login(ada);
  await session.fetchWithSession(new Request('http://fake.test/config/v0/scanner'));
  await session.fetchWithSession(new Request('http://elsewhere.test/config/v0/scanner'));
  const sent = server.requests.slice(-2).map(({ headers }) => headers.has('Authorization'));
  expect(sent).toEqual([true, false]);
  expect(apiCalls).toMatchObject([{ endpoint: '/config/v0/scanner' }]);
});

test('below a base path, calls are reported by their path after it', async () => {
  const { session, apiCalls } = createLoggedBench({ baseUrl: 'http://fake.test/api' });
  await session.fetchWithSession('/config/v0/scanner');
  expect(apiCalls.at(-1)).toMatchObject({ endpoint: '/config/v0/scanner' });
});

test.each([
  [200, true],
  [299, true],
  [300, false],
  [404, false],
])('an answer with status %i counts as a success: %s', async (status, success) => {
  const { session, server, apiCalls } = createLoggedBench();
  server.answerNext('/config/v0/scanner', () => new Response(null, { status }));
  await session.fetchWithSession('/config/v0/scanner');
  expect(apiCalls.at(-1)).toMatchObject({ status, success });
});

test('a 401 without a body is repeated too; signed out, it is the answer and nothing is refreshed', async () => {
  const names: string[] = [];
  const { session, server } = createSessionHarness({
    log: { log: ({ name }) => names.push(name), logApiCall() {} },
  });
  const refuseOnce = () =>
    server.answerNext('/config/v0/scanner', () =>
      Object.defineProperty(new Response(null, { status: 401 }), 'body', { value: null }),
    );
  refuseOnce();
  expect((await session.fetchWithSession('/config/v0/scanner')).status).toBe(401);
  expect(names).not.toContain('session-refresh-failed');
  await session.login(ada);
  refuseOnce();
  expect((await session.fetchWithSession('/config/v0/scanner')).status).toBe(200);
});
