import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { dropped, json, namesOf, numbers, run, setUpDelivery } from './testing/log-server.ts';

const at = setUpDelivery();

describe('Delivery to a server that fails', () => {
  test.each([500, 502, 503, 504])('[9.34][9.35] status %i is retried once after 1000 ms', async (status) => {
    at.answers = [json(status, {})];
    const { logger } = at.startLogger();
    await run(logger.flush());
    expect(at.requests).toHaveLength(2);
    expect(logger.getStatistics().delivered).toBe(1);
    expect(at.errors).toEqual([]);
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
      [json(429, {}, { 'X-IngestLimit-Limit': '10', 'X-IngestLimit-Reset': '1800000590' })],
      'rate-limited',
      // The clock moves while the server answers: read-refusal.test.ts has the seconds.
      'ingest limit exceeded, try again in 9m',
    ],
    ['429 without a word on limits', [json(429, {})], 'rate-limited', 'api limit exceeded, try again in 0m0s'],
  ])('%s: logged, and the events return to the buffer', async (_title, failures, code, message) => {
    at.answers = [...failures];
    const { logger, logMany } = at.startLogger();
    logMany(2);
    await run(logger.flush());
    expect(at.errors).toHaveLength(1);
    expect(at.errors[0]).toMatch(/^\[scantix\] Failed to flush events /);
    expect(at.errors[0]).toContain(`"code":"${code}","message":${JSON.stringify(message).slice(0, -1)}`);
    expect(logger.getStatistics()).toEqual({ delivered: 0, rejected: 0, dropped: 0, buffered: 3 });
    vi.setSystemTime(1_800_000_600_000);
    logMany(1, 3);
    await run(logger.flush());
    expect(namesOf(at.requests.at(-1))).toEqual(['app_initialized', ...numbers(1, 3)]);
    expect(logger.getStatistics()).toEqual({ delivered: 4, rejected: 0, dropped: 0, buffered: 0 });
  });

  test('[9.31] a request that is not answered within 20 s fails, and its events return to the buffer', async () => {
    // The platform's own timer, on the test's clock.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(new DOMException('timed out', 'TimeoutError')), ms);
      return limit.signal;
    });
    at.answers = [() => {}];
    const { logger } = at.startLogger();
    await run(logger.flush());
    expect(timeout.mock.calls).toEqual([[20_000]]);
    timeout.mockRestore();
    expect(at.errors[0]).toContain('"code":"unreachable"');
    expect(logger.getStatistics()).toMatchObject({ delivered: 0, buffered: 1 });
  });

  test('until a rate limit is reset nothing is sent', async () => {
    at.answers = [json(429, {}, { 'X-RateLimit-Reset': '1800000060' })];
    const { logger } = at.startLogger();
    await run(logger.flush());
    await run(logger.flush());
    expect(at.requests).toHaveLength(1);
    vi.setSystemTime(1_800_000_060_000);
    await run(logger.flush());
    expect(at.requests).toHaveLength(2);
  });

  test('while the service fails only the timer retries, not every further event', async () => {
    at.answers = [json(403, {})];
    const { logger, logMany } = at.startLogger();
    logMany(49);
    await run(logger.flush());
    logMany(30, 50);
    await run(setImmediate());
    expect(at.requests).toHaveLength(1);
  });

  test('2,000 events at random failures: each is delivered or counted, and none before an earlier one', async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const failures = [dropped, json(403, {}), json(400, {}), json(401, {})];
    const { logger, logMany } = at.startLogger();
    for (let logged = 0; logged < 2000; ) {
      const count = Math.min(1 + Math.floor(random() * 40), 2000 - logged);
      at.answers = random() < 0.3 ? Array(2).fill(failures[Math.floor(random() * failures.length)] ?? dropped) : [];
      logMany(count, logged + 1);
      logged += count;
      await run(logger.flush());
    }
    at.answers = [];
    await run(logger.flush());
    const { delivered, dropped: lost, buffered } = logger.getStatistics();
    expect(buffered).toBe(0);
    expect(delivered + lost).toBe(2001);
    const accepted = new Set<string>();
    for (const { events } of at.requests) for (const { event } of events) accepted.add(String(event));
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
    const { logger } = at.startLogger({ load });
    await run(logger.flush());
    expect(at.errors).toHaveLength(2);
    await run(logger.flush());
    expect(logger.getStatistics()).toMatchObject({ delivered: 1, buffered: 0 });
  });
});
