import { expect, test } from 'vitest';
import type { ApiCallLog } from './index.ts';
import { createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const STOCK = 'https://stock.example';
const ALLOWED = [STOCK, 'https://work.example/api/', 'http://printer.example'];
const unauthenticated = () => refuse(401, 'unauthenticated', 'Not for this service');

async function signIn(options: Parameters<typeof createSessionHarness>[0] = {}) {
  const calls: ApiCallLog[] = [];
  const log = { log: () => {}, logApiCall: (call: ApiCallLog) => void calls.push(call) };
  const harness = createSessionHarness({ allowedOrigins: ALLOWED, log, ...options });
  await harness.session.login(ada);
  calls.length = 0;
  return { ...harness, calls };
}

test.each([
  ['https://stock.example/items', 'Bearer access-1-0'],
  ['https://stock.example:443/items?x=1', 'Bearer access-1-0'],
  ['https://work.example/api/shifts', 'Bearer access-1-0'],
  ['http://fake.test/config/v0/scanner', 'Bearer access-1-0'],
  ['http://printer.example/jobs', 'Bearer access-1-0'],
  ['http://stock.example/items', null],
  ['https://stock.example:8443/items', null],
  ['https://stock.example.evil.test/items', null],
  ['https://evil.test/?https://stock.example/', null],
  ['https://work.example/other', null],
  ['https://work.example/apis/shifts', null],
  ['https://work.example/api/../other', null],
  ['https://work.example/api/%2e%2e/other', null],
  ['data:application/json,{}', null],
])('a call of %s has the token %s', async (address, token) => {
  const { session, server } = await signIn();
  await session.fetchWithSession(address);
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe(token);
});

test('without the option no other origin gets a token', async () => {
  const { session, server } = await signIn({ allowedOrigins: [] });
  await session.fetchWithSession(`${STOCK}/items`);
  expect(server.requests.at(-1)?.headers.has('Authorization')).toBe(false);
});

test.each([
  ...['data:text/plain,x', 'file:///srv', 'javascript:0'].map((address) => [
    address,
    `${address} does not begin with http`,
  ]),
  ['stock.example', 'Invalid URL'],
  ['/api', 'Invalid URL'],
])('an allowed origin %s is a mistake that is told at once', (address, message) => {
  const create = () => createSessionHarness({ allowedOrigins: [address] });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test.each([
  ['an address', (): Parameters<typeof globalThis.fetch> => [`${STOCK}/items`, { redirect: 'follow' }]],
  ['a Request', (): Parameters<typeof globalThis.fetch> => [new Request(`${STOCK}/items`, { redirect: 'follow' })]],
])('no redirect is followed with the token, for %s', async (_what, input) => {
  const seen: (RequestInit | undefined)[] = [];
  const { session, openTab, server } = await signIn();
  session.stop();
  const fetch: typeof globalThis.fetch = async (...call) => {
    seen.push(call[1]);
    return server.fetch(...call);
  };
  const tab = openTab({ fetch });
  await tab.fetchWithSession(...input());
  await tab.fetchWithSession('http://fake.test/config/v0/scanner');
  expect(seen.map((init) => init?.redirect)).toEqual(['error', undefined]);
});

test('another service gets no cookie, no proof and no header of ours that its caller did not ask for', async () => {
  const { session, server } = await signIn({ server: { deviceKeys: true } });
  await session.fetchWithSession(`${STOCK}/items`, { headers: { Accept: 'text/csv' } });
  const request = server.requests.at(-1);
  expect([...(request?.headers.keys() ?? [])].toSorted()).toEqual(['accept', 'authorization']);
  expect(request?.credentials ?? 'same-origin').toBe('same-origin');
});

test('a token that has expired for another service is refreshed at our server, and the call is repeated', async () => {
  const { session, server } = await signIn();
  server.answerNext('/items', unauthenticated);
  const response = await session.fetchWithSession(`${STOCK}/items`);
  expect(response.status).toBe(200);
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe('Bearer access-1-1');
  expect(server.count(REFRESH)).toBe(1);
});

test('a service that takes none of our tokens costs one refresh for each of them, not one for each call', async () => {
  const { session, server, clock } = await signIn();
  server.answerAlways('/items', unauthenticated);
  for (let call = 0; call < 5; call += 1) {
    expect((await session.fetchWithSession(`${STOCK}/items`)).status).toBe(401);
  }
  expect(server.count(REFRESH)).toBe(1);
  expect(session.getSnapshot().status).toBe('signed-in');
  await session.fetchWithSession('https://work.example/api/items');
  expect(server.count(REFRESH)).toBe(1);
  clock.jump(3_600_000);
  await session.fetchWithSession(`${STOCK}/items`);
  expect(server.count(REFRESH)).toBe(3);
});

test('a service that takes none of our tokens stops no refresh of another one on its origin, nor of our own', async () => {
  const { session, openTab, server } = await signIn();
  session.stop();
  const gate = 'https://gate.example';
  const tab = openTab({
    baseUrl: `${gate}/scan`,
    allowedOrigins: [`${gate}/stock`, `${gate}/work`],
    // The reference server is at the root.
    fetch: (input, init) => server.fetch(new URL(String(input).replace('/scan/', '/')), init),
  });
  server.answerAlways('/stock/items', unauthenticated);
  await tab.fetchWithSession(`${gate}/stock/items`);
  for (const [path, seenAs] of [
    ['/scan/config/v0/scanner', '/config/v0/scanner'],
    ['/work/shifts', '/work/shifts'],
  ] as const) {
    const before = server.count(REFRESH);
    server.answerNext(seenAs, unauthenticated);
    expect((await tab.fetchWithSession(gate + path)).status).toBe(200);
    expect(server.count(REFRESH)).toBe(before + 1);
    await tab.fetchWithSession(`${gate}/stock/items`);
  }
});

test('a service that has taken a token may ask for a newer one each time that it expires', async () => {
  const { session, server } = await signIn();
  for (const refreshes of [1, 2]) {
    server.answerNext('/items', unauthenticated);
    expect((await session.fetchWithSession(`${STOCK}/items`)).status).toBe(200);
    expect(server.count(REFRESH)).toBe(refreshes);
  }
});

test('our own server is asked for a newer token each time that it refuses one', async () => {
  const { session, server } = await signIn();
  server.answerAlways('/config/v0/scanner', unauthenticated);
  for (const refreshes of [1, 2]) {
    await session.fetchWithSession('http://fake.test/config/v0/scanner');
    expect(server.count(REFRESH)).toBe(refreshes);
  }
});

test('the clock of another service moves no expiry', async () => {
  const { session, server, clock } = await signIn();
  const later = new Date(clock.now() + 7_200_000).toUTCString();
  server.answerNext('/items', () => Response.json({}, { headers: { Date: later } }));
  await session.fetchWithSession(`${STOCK}/items`);
  expect(await session.getAccessToken()).toBe('access-1-0');
  expect(server.count(REFRESH)).toBe(0);
});

test("its calls are in the log by the app's templates, and a path without one shows nothing", async () => {
  const { session, calls } = await signIn({ routes: ['/items/{id}', '/shifts'] });
  await session.fetchWithSession(`${STOCK}/items/4711`);
  await session.fetchWithSession('https://work.example/api/shifts');
  await session.fetchWithSession(`${STOCK}/tickets/4F7K-SECRET`);
  expect(calls.map(({ endpoint }) => endpoint)).toEqual(['/items/{id}', '/shifts', '/:rest']);
});
