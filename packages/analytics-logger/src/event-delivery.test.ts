import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { accepted, json, LIMIT, namesOf, numbers, run, setUpDelivery } from './testing/log-server.ts';

const at = setUpDelivery();

describe('Delivery to a server that accepts events', () => {
  test('[3.19][3.20][3.23] an event arrives with every field of the specification', async () => {
    const { logger } = at.startLogger();
    logger.setUser({ id: '7', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'gate' });
    logger.logScan({ format: 'qr_code', value: 'x'.repeat(80), success: true });
    await run(logger.flush());
    expect(at.requests).toHaveLength(1);
    expect(at.requests[0]).toMatchObject({
      url: '/v1/datasets/gate-logs/ingest?timestamp-field=timestamp',
      authorization: 'Bearer xaat-ingest',
      encoding: 'gzip',
    });
    expect(namesOf(at.requests[0])).toEqual(['app_initialized', 'user_identified', 'scan']);
    expect(at.requests[0]?.events[2]).toEqual({
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
    const { logger } = at.startLogger();
    await vi.advanceTimersByTimeAsync(4999);
    await setImmediate();
    expect(logger.getStatistics().buffered).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(logger.getStatistics().buffered).toBe(0);
    await run(logger.flush());
    expect(namesOf(at.requests[0])).toEqual(['app_initialized']);
  });

  test('50 events are sent before the interval ends, in one request with those of the timer', async () => {
    const { logger, logMany } = at.startLogger();
    logMany(48);
    await setImmediate();
    expect(logger.getStatistics().buffered).toBe(49);
    logMany(1, 49);
    await run(Promise.all([logger.flush(), logger.flush()]));
    expect(at.requests).toHaveLength(1);
    expect(namesOf(at.requests[0])).toEqual(['app_initialized', ...numbers(1, 49)]);
  });

  test('a request has 1000 events at most', async () => {
    const { logger, logMany } = at.startLogger();
    logMany(1549);
    await run(logger.flush());
    expect(at.requests.map(({ events }) => events.length)).toEqual([1000, 550]);
    expect(logger.getStatistics()).toMatchObject({ delivered: 1550, buffered: 0 });
  });

  test('with a proxy that adds the token, none is sent and the path of the proxy is unchanged', async () => {
    const { logger } = at.startLogger({ token: undefined as never, url: `${at.url}/logs` });
    await run(logger.flush());
    expect(at.requests[0]).toMatchObject({ url: '/logs?timestamp-field=timestamp', authorization: undefined });
  });

  test('a path is one of the page', async () => {
    vi.stubGlobal('location', new URL(`${at.url}/bins`));
    const { logger } = at.startLogger({ token: undefined as never, url: '/events' });
    await run(logger.flush());
    expect(at.requests[0]).toMatchObject({ url: '/events?timestamp-field=timestamp' });
  });

  test.each([
    [204, ''],
    [202, ''],
    [200, 'OK'],
    [200, '{}'],
  ])('status %i with "%s" counts as accepted', async (status, body) => {
    at.answers = [(response) => void response.writeHead(status).end(body)];
    const { logger } = at.startLogger();
    await run(logger.flush());
    expect(logger.getStatistics()).toMatchObject({ delivered: 1, buffered: 0 });
    expect(at.errors).toEqual([]);
  });

  test('events that the service refuses one by one are counted, not sent again', async () => {
    at.answers = [json(200, { ingested: 2, failed: 1 })];
    const { logger, logMany } = at.startLogger();
    logMany(2);
    await run(logger.flush());
    expect(logger.getStatistics()).toEqual({ delivered: 2, rejected: 1, dropped: 0, buffered: 0 });
  });
});

describe('Delivery when the page goes away', () => {
  test('what is buffered is sent uncompressed, by a request that outlives the page', async () => {
    const calls: RequestInit[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      calls.push(init ?? {});
      return globalThis.fetch(input, init);
    };
    const { logger, logMany } = at.startLogger({ fetch });
    logMany(3);
    at.hide();
    await run(vi.waitUntil(() => logger.getStatistics().delivered === 4, LIMIT));
    expect(calls[0]).toMatchObject({ method: 'POST', keepalive: true });
    expect(at.requests[0]).toMatchObject({
      url: '/v1/datasets/gate-logs/ingest?timestamp-field=timestamp',
      authorization: 'Bearer xaat-ingest',
      encoding: undefined,
    });
    expect(namesOf(at.requests[0])).toEqual(['app_initialized', ...numbers(1, 3)]);
  });

  test('a page that is hidden twice sends nothing twice', async () => {
    const { logger } = at.startLogger();
    at.hide();
    at.hide();
    await run(vi.waitUntil(() => logger.getStatistics().delivered === 1, LIMIT));
    expect(at.requests).toHaveLength(1);
  });

  test('a batch under way is sent again, and counted once', async () => {
    const held = Promise.withResolvers<void>();
    at.answers = [
      (response, events) => {
        held.resolve();
        // The answer to the first request arrives too late.
        setTimeout(() => accepted(response, events), 100);
      },
    ];
    const { logger, logMany } = at.startLogger();
    logMany(1);
    const flushed = logger.flush();
    await run(held.promise);
    at.hide();
    await run(flushed);
    await run(vi.waitUntil(() => logger.getStatistics().delivered > 0, LIMIT));
    expect(at.requests.map(namesOf)).toEqual([
      ['app_initialized', 'event-1'],
      ['app_initialized', 'event-1'],
    ]);
    expect(at.requests[1]?.events[1]?.id).toBe(at.requests[0]?.events[1]?.id);
    expect(logger.getStatistics()).toEqual({ delivered: 2, rejected: 0, dropped: 0, buffered: 0 });
  });

  test('no more than the platform allows is sent; the rest stays, and so does what failed', async () => {
    at.answers = Array(50).fill(json(403, {}));
    const { logger } = at.startLogger();
    for (let index = 0; index < 20; index += 1) logger.log({ name: 'large', properties: { text: 'x'.repeat(5000) } });
    at.hide();
    await run(vi.waitUntil(() => at.errors.length > 0 && logger.getStatistics().buffered === 21, LIMIT));
    expect(at.requests[0]?.events.length).toBeLessThan(21);
    expect(JSON.stringify(at.requests[0]?.events).length).toBeLessThan(60_000);
    expect(logger.getStatistics()).toMatchObject({ delivered: 0, buffered: 21 });
  });
});
