import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { readUpstreams } from './upstream.ts';

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const SECRETS = { axiom: 'xaat-secret', sentry: 'abc123' };
const INGESTED = '{"ingested":1,"failed":0}';
const accept = (_: Received, response: ServerResponse) => void response.end(INGESTED);

let server: TestServer;
let received: Received[];
let reply: (request: Received, response: ServerResponse) => void;

/** Both services, in one server. */
const service = createServer(async (request, response) => {
  const body = await buffer(request);
  const one = { url: request.url, headers: request.headers, body };
  received.push(one);
  reply(one, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const at = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  const telemetry = readUpstreams({
    axiomToken: SECRETS.axiom,
    axiomDataset: 'our logs',
    axiomUrl: `http://${at}`,
    sentryDsn: `http://${SECRETS.sentry}@${at}/base/42`,
  });
  server = await startTestServer(await createMemoryDatabase(), { telemetry, telemetryTimeoutMs: START_MS });
}, START_MS);
afterAll(async () => {
  await server.stop();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  received = [];
  reply = accept;
  // Past every rest and pace of the test before.
  server.clock.advance(60_000);
});

const EVENTS = '/telemetry/v0/events';
const ENVELOPE = '/telemetry/v0/errors/api/1/envelope/';
const send = (
  path: string,
  { body = '{}', headers = {} }: { body?: BodyInit; headers?: Record<string, string> } = {},
) => fetch(server.url + path, { method: 'POST', body, headers });
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

test('events reach the dataset of the operator with the server’s token, compressed as they came', async () => {
  const body = gzipSync('{"name":"one"}');
  const headers = { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' };
  const answer = await send(`${EVENTS}?timestamp-field=timestamp&dataset=other`, { body, headers });
  expect([answer.status, await answer.text()]).toEqual([200, INGESTED]);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    url: '/v1/datasets/our%20logs/ingest?timestamp-field=timestamp',
    headers: {
      authorization: `Bearer ${SECRETS.axiom}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    },
  });
  expect(received[0]?.body.equals(body)).toBe(true);
});

test('envelopes reach the operator’s project under its key, whatever project and key the caller names', async () => {
  await send('/telemetry/v0/errors/api/1/envelope/?sentry_key=theirs&sentry_version=7');
  await send('/telemetry/v0/errors/api/..%2f..%2fother/envelope/?sentry_key=theirs');
  const address = `/base/api/42/envelope/?sentry_version=7&sentry_key=${SECRETS.sentry}`;
  expect(received.map(({ url }) => url)).toEqual([address, address]);
  expect(received[0]?.headers['content-type']).toBe('application/x-sentry-envelope');
});

test.each([EVENTS, ENVELOPE])('%s sends nothing on that is ours or the caller’s', async (path) => {
  const { tokens } = await server.signIn();
  await send(path, {
    headers: {
      Authorization: `Bearer ${tokens.access_token}`,
      Cookie: 'scantix-device=ours',
      'X-Forwarded-For': '203.0.113.7',
      'X-Sentry-Auth': 'theirs',
      Referer: 'https://scan.example/scan-result/SECRET-4711',
      Origin: 'https://scan.example',
    },
  });
  const text = JSON.stringify(received.map(({ url, headers }) => ({ url, headers })));
  expect(text).not.toContain(tokens.access_token);
  expect(text).not.toMatch(/scantix-device|203\.0\.113\.7|theirs|SECRET-4711|scan\.example|x-request-id/i);
});

test('an answer has status, JSON and limits of the service, and none of its other headers', async () => {
  reply = (_, response) => {
    response.writeHead(429, {
      'X-IngestLimit-Reset': '1800000000',
      'X-Sentry-Rate-Limits': '60:error:key',
      'Set-Cookie': 'spy=1',
      'Access-Control-Allow-Origin': '*',
    });
    response.end('{"message":"slow down"}');
  };
  const { status, headers } = await send(EVENTS);
  expect(status).toBe(429);
  expect(headers.get('X-IngestLimit-Reset')).toBe('1800000000');
  expect(headers.get('X-Sentry-Rate-Limits')).toBe('60:error:key');
  expect(headers.get('Set-Cookie')).toBeNull();
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test('a service that breaks off, sends elsewhere or answers too much is left alone for 5 s, and the other one is not', async () => {
  for (const wrong of [
    (_: Received, response: ServerResponse) => void response.destroy(),
    (_: Received, response: ServerResponse) => void response.writeHead(307, { Location: '/elsewhere' }).end(),
    (_: Received, response: ServerResponse) => void response.end('x'.repeat(70_000)),
  ]) {
    server.clock.advance(60_000);
    received = [];
    reply = wrong;
    expect(await refusal(await send(EVENTS))).toEqual([503, 'unavailable']);
    reply = accept;
    expect(await refusal(await send(EVENTS))).toEqual([503, 'unavailable']);
    expect(received).toHaveLength(1);
    expect((await send(ENVELOPE)).status).toBe(200);
    server.clock.advance(5_000);
    expect((await send(EVENTS)).status).toBe(200);
  }
});

test('many that wait for a service refuse one another, and no gate', async () => {
  const waiting: (() => void)[] = [];
  reply = (_, response) => void waiting.push(() => response.end(INGESTED));
  const sent = Array.from({ length: 9 }, () => send(ENVELOPE));
  const refused = await Promise.race(sent);
  expect(await refusal(refused)).toEqual([429, 'rate_limited']);
  const { post } = await server.signIn();
  expect(await post({ id: server.newId() })).toMatchObject([{ status: 'recorded' }]);
  await vi.waitFor(() => expect(waiting).toHaveLength(6), START_MS);
  for (const finish of waiting) finish();
  const answers = await Promise.all(sent);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});

test('one address has a pace', async () => {
  let limited: Response | undefined;
  for (let nth = 0; nth < 700 && !limited; nth += 1) {
    const headers = { 'Content-Encoding': 'br' };
    const answer = await server.operatorFetch(`http://test.invalid${EVENTS}`, { method: 'POST', headers });
    if (answer.status === 429) limited = answer;
  }
  expect(limited?.headers.get('Retry-After')).toBe('1');
  expect(received).toEqual([]);
});

test.each([
  ['a page of another origin', [403, 'forbidden'], { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
  ['a page of another host of the site', [403, 'forbidden'], { headers: { 'Sec-Fetch-Site': 'same-site' } }],
  ['an encoding that is not gzip', [422, 'invalid_request'], { headers: { 'Content-Encoding': 'br' } }],
  ['a body of more than 1 MB', [413, 'too_large'], { body: 'x'.repeat(1024 * 1024 + 1) }],
])('%s is refused and nothing is sent on', async (_, expected, request) => {
  expect(await refusal(await send(EVENTS, request))).toEqual(expected);
  expect(received).toEqual([]);
});

test('the operator sees what became of it, and no token in a line of the log', async () => {
  await send(EVENTS);
  reply = (_, response) => void response.writeHead(401).end('{"message":"Forbidden"}');
  await send(EVENTS);
  const metrics = await (await server.operatorFetch('http://admin.invalid/metrics')).text();
  expect(metrics).toMatch(/scantix_telemetry_total\{to="axiom",outcome="2xx"\} [1-9]/);
  expect(metrics).toMatch(/scantix_telemetry_total\{to="axiom",outcome="4xx"\} [1-9]/);
  expect(metrics).toMatch(/scantix_telemetry_total\{to="axiom",outcome="unavailable"\} [1-9]/);
  expect(server.logged.join('')).toContain('telemetry not delivered');
  expect(server.logged.join('')).not.toMatch(/xaat-secret|abc123/);
});

test('without settings there is no such path', async () => {
  const off = await startTestServer(await createMemoryDatabase());
  expect((await fetch(off.url + EVENTS, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await fetch(off.url + ENVELOPE, { method: 'POST', body: '{}' })).status).toBe(404);
  await off.stop();
});
