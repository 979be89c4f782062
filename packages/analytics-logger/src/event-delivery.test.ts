import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnalyticsLoggerOptions, createAnalyticsLogger } from './index.ts';

interface ReceivedRequest {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly encoding: string | undefined;
  readonly events: Record<string, unknown>[];
}

type Answer = (response: ServerResponse, events: Record<string, unknown>[]) => void;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const accepted: Answer = (response, events) => json(200, { ingested: events.length, failed: 0 })(response, events);
const dropped: Answer = (response) => void response.socket?.destroy();

let server: Server;
let url: string;
let requests: ReceivedRequest[];
/** The server's next answers; after them it accepts everything. */
let answers: Answer[];
let hide: () => void;
let errors: string[];
let stop: () => Promise<void>;

async function read(request: IncomingMessage): Promise<Record<string, unknown>[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

// Loaded before the clock stops: a slow load would otherwise pass as time.
beforeAll(() => import('./axiom-client.ts'));

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: 1_800_000_000_000,
  });
  requests = [];
  answers = [];
  errors = [];
  server = createServer(async (request, response) => {
    const events = await read(request);
    const { authorization, 'content-encoding': encoding } = request.headers;
    requests.push({ url: request.url ?? '', authorization, encoding, events });
    (answers.shift() ?? accepted)(response, events);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await run(stop());
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A busy machine takes more than the default second. */
const LIMIT = { timeout: 4_000 };

/** Lets the client's own waiting pass while the real server answers. */
async function run<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const settled = work.finally(() => {
    done = true;
  });
  while (!done) {
    // Several turns for the sockets before the clock moves, so that a busy machine costs little of the clock's time.
    for (let turn = 0; turn < 10 && !done; turn += 1) await setImmediate();
    await vi.advanceTimersByTimeAsync(10);
  }
  return settled;
}

function startLogger(options: Partial<AnalyticsLoggerOptions> = {}) {
  let ids = 0;
  const logger = createAnalyticsLogger({
    enabled: true,
    dataset: 'gate-logs',
    token: 'xaat-ingest',
    url,
    app: {
      name: 'Scantix',
      version: '1.0.0',
      environment: 'test',
      domain: 'gate.test',
      apiBaseUrl: 'https://gate.test',
    },
    deviceIdentity: {
      getDeviceId: async () => 'fingerprint.0000',
      getDeviceInformation: async () => ({
        deviceType: 'iPhone',
        deviceOS: 'iOS',
        deviceBrowser: 'Safari',
        deviceString: 'iPhone (Safari)',
        deviceCategory: 'mobile',
        language: 'en-GB',
        screenResolution: '390x844',
      }),
    },
    newId: () => `id-${++ids}`,
    onPageHide: (listener) => {
      hide = listener;
      return () => {};
    },
    console: { debug() {}, info() {}, warn() {}, error: (line: string) => void errors.push(line) },
    ...options,
  });
  logger.start();
  stop = () => logger.stop();
  const logMany = (count: number, from = 1) => {
    for (let index = from; index < from + count; index += 1) logger.log({ name: `event-${index}` });
  };
  return { logger, logMany };
}

const namesOf = (request: ReceivedRequest | undefined) => request?.events.map(({ event }) => event);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `event-${from + index}`);

describe('Delivery to a server that accepts events', () => {
  test('[3.19][3.20][3.23] an event arrives with every field of the specification', async () => {
    const { logger } = startLogger();
    logger.setUser({ id: '7', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'gate' });
    logger.logScan({ format: 'qr_code', value: 'x'.repeat(80), success: true });
    await run(logger.flush());
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      url: '/v1/datasets/gate-logs/ingest?timestamp-field=timestamp',
      authorization: 'Bearer xaat-ingest',
      encoding: 'gzip',
    });
    expect(namesOf(requests[0])).toEqual(['app_initialized', 'user_identified', 'scan']);
    expect(requests[0]?.events[2]).toEqual({
      id: 'id-4',
      event: 'scan',
      timestamp: '2027-01-15T08:00:00.000Z',
      module: 'scanner',
      level: 'info',
      category: 'scanner',
      user: { id: '7', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'gate' },
      properties: { format: 'qr_code', value: 'x'.repeat(50), success: true, scanMethod: 'camera' },
      deviceType: 'iPhone',
      deviceOS: 'iOS',
      deviceBrowser: 'Safari',
      deviceString: 'iPhone (Safari)',
      deviceCategory: 'mobile',
      language: 'en-GB',
      screenResolution: '390x844',
      deviceId: 'fingerprint.0000',
      sessionId: 'id-1',
      app: {
        name: 'Scantix',
        version: '1.0.0',
        environment: 'test',
        domain: 'gate.test',
        apiBaseUrl: 'https://gate.test',
      },
    });
    expect(logger.getStatistics()).toEqual({ delivered: 3, rejected: 0, dropped: 0, buffered: 0 });
  });

  test('the flush interval is 5000 ms', async () => {
    const { logger } = startLogger();
    await vi.advanceTimersByTimeAsync(4999);
    await setImmediate();
    expect(logger.getStatistics().buffered).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(logger.getStatistics().buffered).toBe(0);
    await run(logger.flush());
    expect(namesOf(requests[0])).toEqual(['app_initialized']);
  });

  test('50 events are sent before the interval ends, in one request with those of the timer', async () => {
    const { logger, logMany } = startLogger();
    logMany(48);
    await setImmediate();
    expect(logger.getStatistics().buffered).toBe(49);
    logMany(1, 49);
    await run(Promise.all([logger.flush(), logger.flush()]));
    expect(requests).toHaveLength(1);
    expect(namesOf(requests[0])).toEqual(['app_initialized', ...numbers(1, 49)]);
  });

  test('a request has 1000 events at most', async () => {
    const { logger, logMany } = startLogger();
    logMany(1549);
    await run(logger.flush());
    expect(requests.map(({ events }) => events.length)).toEqual([1000, 550]);
    expect(logger.getStatistics()).toMatchObject({ delivered: 1550, buffered: 0 });
  });

  test('with a proxy that adds the token, none is sent and the path of the proxy is unchanged', async () => {
    const { logger } = startLogger({ token: undefined as never, url: `${url}/logs` });
    await run(logger.flush());
    expect(requests[0]).toMatchObject({ url: '/logs?timestamp-field=timestamp', authorization: undefined });
  });

  test('status 204 counts as accepted', async () => {
    answers = [(response) => void response.writeHead(204).end()];
    const { logger } = startLogger();
    await run(logger.flush());
    expect(logger.getStatistics()).toMatchObject({ delivered: 1, buffered: 0 });
  });

  test('events that the service refuses one by one are counted, not sent again', async () => {
    answers = [json(200, { ingested: 2, failed: 1 })];
    const { logger, logMany } = startLogger();
    logMany(2);
    await run(logger.flush());
    expect(logger.getStatistics()).toEqual({ delivered: 2, rejected: 1, dropped: 0, buffered: 0 });
  });
});

describe('Delivery to a server that fails', () => {
  test.each([500, 502, 503, 504])('[9.34][9.35] status %i is retried once after 1000 ms', async (status) => {
    answers = [json(status, {})];
    const { logger } = startLogger();
    await run(logger.flush());
    expect(requests).toHaveLength(2);
    expect(logger.getStatistics().delivered).toBe(1);
    expect(errors).toEqual([]);
  });

  test.each([
    ['401 is rejected as Forbidden', [json(401, { message: 'no such token' })], 'forbidden', 'Forbidden'],
    [
      'another status is rejected with the message of its body',
      [json(403, { message: 'dataset is closed' })],
      'rejected',
      'dataset is closed',
    ],
    ['a text body is the message', [json(400, 'bad')], 'rejected', '"bad"'],
    ['500 twice', [json(500, { message: 'broken' }), json(500, { message: 'broken' })], 'rejected', 'broken'],
    ['a dropped connection, twice', [dropped, dropped], 'unreachable', 'No answer from the log service'],
    [
      'a captive portal',
      [(response: ServerResponse) => void response.end('<html>')],
      'unreachable',
      'No answer from the log service',
    ],
    [
      '429 names the limit and the time to its reset',
      [json(429, {}, { 'X-IngestLimit-Limit': '10', 'X-IngestLimit-Reset': '1800000090' })],
      'rate-limited',
      'ingest limit exceeded, try again in 1m30s',
    ],
    ['429 without a word on limits', [json(429, {})], 'rate-limited', 'api limit exceeded, try again in 0m0s'],
  ])('%s: logged, and the events return to the buffer', async (_title, failures, code, message) => {
    answers = [...failures];
    const { logger, logMany } = startLogger();
    logMany(2);
    await run(logger.flush());
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^\[scantix\] Failed to flush events /);
    expect(errors[0]).toContain(`"code":"${code}","message":${JSON.stringify(message)}`);
    expect(logger.getStatistics()).toEqual({ delivered: 0, rejected: 0, dropped: 0, buffered: 3 });
    vi.setSystemTime(1_800_000_100_000);
    logMany(1, 3);
    await run(logger.flush());
    expect(namesOf(requests.at(-1))).toEqual(['app_initialized', ...numbers(1, 3)]);
    expect(logger.getStatistics()).toEqual({ delivered: 4, rejected: 0, dropped: 0, buffered: 0 });
  });

  test('[9.31] a request that is not answered within 20 s fails, and its events return to the buffer', async () => {
    // The platform's own timer, on the test's clock.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException('timed out', 'TimeoutError')), ms);
      return limit.signal;
    });
    answers = [() => {}];
    const { logger } = startLogger();
    await run(logger.flush());
    expect(timeout.mock.calls).toEqual([[20_000]]);
    timeout.mockRestore();
    expect(errors[0]).toContain('"code":"unreachable"');
    expect(logger.getStatistics()).toMatchObject({ delivered: 0, buffered: 1 });
  });

  test('until a rate limit is reset nothing is sent', async () => {
    answers = [json(429, {}, { 'X-RateLimit-Reset': '1800000060' })];
    const { logger } = startLogger();
    await run(logger.flush());
    await run(logger.flush());
    expect(requests).toHaveLength(1);
    vi.setSystemTime(1_800_000_060_000);
    await run(logger.flush());
    expect(requests).toHaveLength(2);
  });

  test('while the service fails only the timer retries, not every further event', async () => {
    answers = [json(403, {})];
    const { logger, logMany } = startLogger();
    logMany(49);
    await run(logger.flush());
    logMany(30, 50);
    await run(setImmediate());
    expect(requests).toHaveLength(1);
  });

  test('2,000 events at random failures: each is delivered or counted, and none before an earlier one', async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const failures = [dropped, json(403, {}), json(400, {}), json(401, {})];
    const { logger, logMany } = startLogger();
    for (let logged = 0; logged < 2000; ) {
      const count = Math.min(1 + Math.floor(random() * 40), 2000 - logged);
      answers = random() < 0.3 ? Array(2).fill(failures[Math.floor(random() * failures.length)] ?? dropped) : [];
      logMany(count, logged + 1);
      logged += count;
      await run(logger.flush());
    }
    answers = [];
    await run(logger.flush());
    const { delivered, dropped: lost, buffered } = logger.getStatistics();
    expect(buffered).toBe(0);
    expect(delivered + lost).toBe(2001);
    const accepted = new Set<string>();
    for (const { events } of requests) for (const { event } of events) accepted.add(String(event));
    const order = [...accepted].filter((name) => name.startsWith('event-')).map((name) => Number(name.slice(6)));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('a client that cannot be loaded is logged and loaded again', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error('chunk is gone');
      return import('./axiom-client.ts');
    };
    const { logger } = startLogger({ load });
    await run(logger.flush());
    expect(errors).toHaveLength(2);
    await run(logger.flush());
    expect(logger.getStatistics()).toMatchObject({ delivered: 1, buffered: 0 });
  });
});

describe('Delivery when the page goes away', () => {
  test('what is buffered is sent uncompressed, by a request that outlives the page', async () => {
    const calls: RequestInit[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      calls.push(init ?? {});
      return globalThis.fetch(input, init);
    };
    const { logger, logMany } = startLogger({ fetch });
    logMany(3);
    hide();
    await run(vi.waitUntil(() => logger.getStatistics().delivered === 4, LIMIT));
    expect(calls[0]).toMatchObject({ method: 'POST', keepalive: true });
    expect(requests[0]).toMatchObject({
      url: '/v1/datasets/gate-logs/ingest?timestamp-field=timestamp',
      authorization: 'Bearer xaat-ingest',
      encoding: undefined,
    });
    expect(namesOf(requests[0])).toEqual(['app_initialized', ...numbers(1, 3)]);
  });

  test('a page that is hidden twice sends nothing twice', async () => {
    const { logger } = startLogger();
    hide();
    hide();
    await run(vi.waitUntil(() => logger.getStatistics().delivered === 1, LIMIT));
    expect(requests).toHaveLength(1);
  });

  test('a batch under way is sent again, and counted once', async () => {
    const held = Promise.withResolvers<void>();
    answers = [
      (response, events) => {
        held.resolve();
        // The answer to the first request arrives too late.
        setTimeout(() => accepted(response, events), 100);
      },
    ];
    const { logger, logMany } = startLogger();
    logMany(1);
    const flushed = logger.flush();
    await run(held.promise);
    hide();
    await run(flushed);
    await run(vi.waitUntil(() => logger.getStatistics().delivered > 0, LIMIT));
    expect(requests.map(namesOf)).toEqual([
      ['app_initialized', 'event-1'],
      ['app_initialized', 'event-1'],
    ]);
    expect(requests[1]?.events[1]?.id).toBe(requests[0]?.events[1]?.id);
    expect(logger.getStatistics()).toEqual({ delivered: 2, rejected: 0, dropped: 0, buffered: 0 });
  });

  test('no more than the platform allows is sent; the rest stays, and so does what failed', async () => {
    answers = Array(50).fill(json(403, {}));
    const { logger } = startLogger();
    for (let index = 0; index < 20; index += 1) logger.log({ name: 'large', properties: { text: 'x'.repeat(5000) } });
    hide();
    await run(vi.waitUntil(() => errors.length > 0 && logger.getStatistics().buffered === 21, LIMIT));
    expect(requests[0]?.events.length).toBeLessThan(21);
    expect(JSON.stringify(requests[0]?.events).length).toBeLessThan(60_000);
    expect(logger.getStatistics()).toMatchObject({ delivered: 0, buffered: 21 });
  });
});
