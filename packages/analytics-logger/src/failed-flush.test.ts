import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AnalyticsError, type BatchSink, type SendResult } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

const NOW = 1_800_000_000_000;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `event-${from + index}`);

interface SentEvent {
  readonly event: string;
  readonly properties: Record<string, unknown>;
}

/** A logger whose service answers each request as the test says; at first and again with `null` it accepts. */
function startLogger() {
  const batches: SentEvent[][] = [];
  let error: AnalyticsError | null = null;
  const sink: BatchSink = {
    async send(lines): Promise<SendResult> {
      batches.push(lines.map((line) => JSON.parse(line) as SentEvent));
      return error ? { ok: false, error } : { ok: true, failed: 0 };
    },
  };
  let hide = () => {};
  const logger = createFakeAnalyticsLogger({
    sink,
    onPageHide(listener) {
      hide = listener;
      return () => {};
    },
  });
  logger.start();
  let logged = 0;
  return {
    logger,
    batches,
    hide: () => hide(),
    answer(next: AnalyticsError | null) {
      error = next;
    },
    logMany(count: number) {
      for (let end = logged + count; logged < end; ) logger.log({ name: `event-${++logged}` });
    },
    /** Names and properties of the request sent last. */
    last: () => batches.at(-1)?.map(({ event }) => event),
  };
}

const UNREACHABLE = new AnalyticsError('unreachable', 'No answer');
const limitedUntil = (retryAt: number) => new AnalyticsError('rate-limited', 'api limit exceeded', { retryAt });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('After a failed flush', () => {
  test('[4.38][9.23] over 100 exactly the newest 50 stay, and the next event that leaves has the number dropped', async () => {
    const { logger, answer, logMany, batches, last } = startLogger();
    answer(UNREACHABLE);
    logMany(100);
    await logger.flush();
    expect(logger.getStatistics()).toEqual({ delivered: 0, rejected: 0, dropped: 51, buffered: 50 });
    answer(null);
    await logger.flush();
    expect(last()).toEqual(numbers(51, 100));
    expect(batches.at(-1)?.map(({ properties }) => properties)).toEqual([
      { events_dropped: 51 },
      ...Array(49).fill({}),
    ]);
    expect(logger.getStatistics()).toEqual({ delivered: 50, rejected: 0, dropped: 51, buffered: 0 });
  });

  test('[4.38][9.23] exactly 100 stay', async () => {
    const { logger, answer, logMany } = startLogger();
    answer(UNREACHABLE);
    logMany(99);
    await logger.flush();
    expect(logger.getStatistics()).toMatchObject({ dropped: 0, buffered: 100 });
  });

  test('the number grows until it is delivered, leaves once, and the properties beside it stay', async () => {
    const { logger, answer, logMany, batches, last } = startLogger();
    answer(UNREACHABLE);
    logMany(100);
    await logger.flush();
    logMany(60);
    await logger.flush();
    expect(batches.at(-1)?.[0]?.properties).toEqual({ events_dropped: 51 });
    for (let index = 0; index < 51; index += 1) logger.log({ name: 'counted', properties: { index } });
    answer(null);
    await logger.flush();
    expect(last()?.slice(0, 2)).toEqual(['event-111', 'event-112']);
    expect(batches.at(-1)?.[0]?.properties).toEqual({ events_dropped: 51 + 60 });
    logger.log({ name: 'after', properties: { kept: true } });
    await logger.flush();
    expect(batches.at(-1)?.[0]?.properties).toEqual({ kept: true });
    answer(UNREACHABLE);
    for (let index = 0; index < 101; index += 1) logger.log({ name: 'counted', properties: { index } });
    await logger.flush();
    answer(null);
    await logger.flush();
    expect(batches.at(-1)?.[0]?.properties).toEqual({ index: 51, events_dropped: 51 });
  });

  test('events that do not fit when the page is hidden are not dropped, and the number leaves with the first', async () => {
    const { logger, answer, hide, batches } = startLogger();
    const log = (count: number) => {
      for (let index = 0; index < count; index += 1)
        logger.log({ name: 'large', properties: { text: 'x'.repeat(1000) } });
    };
    answer(UNREACHABLE);
    log(100);
    await logger.flush();
    log(150);
    answer(null);
    hide();
    await vi.waitUntil(() => logger.getStatistics().delivered > 0);
    expect(batches.at(-1)?.[0]?.properties).toMatchObject({ events_dropped: 51 });
    const { delivered, buffered, dropped } = logger.getStatistics();
    expect([delivered + buffered, dropped]).toEqual([200, 51]);
    await logger.flush();
    expect(batches.at(-1)?.filter(({ properties }) => 'events_dropped' in properties)).toEqual([]);
  });
});

test.each([
  [-5, 0],
  [1, 1],
  [1e9, 3],
])('a service that says it refused %i of three events has refused %i', async (failed, rejected) => {
  const logger = createFakeAnalyticsLogger({ sink: { send: async () => ({ ok: true, failed }) } });
  logger.start();
  logger.log({ name: 'second' });
  logger.log({ name: 'third' });
  await logger.flush();
  expect(logger.getStatistics()).toEqual({ delivered: 3 - rejected, rejected, dropped: 0, buffered: 0 });
});

test('[9.22] the 50th event is sent at once, without the timer, and so is each further 50th', async () => {
  const { logger, logMany, batches } = startLogger();
  logMany(48);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toHaveLength(0);
  logMany(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.map(({ length }) => length)).toEqual([50]);
  expect(logger.getStatistics()).toMatchObject({ delivered: 50, buffered: 0 });
  logMany(50);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches.map(({ length }) => length)).toEqual([50, 50]);
});

test.each([
  [0, 1],
  [1, 0],
])('two requests of a hidden page fail, %i first: their events stay in order', async (one, other) => {
  const held: (() => void)[] = [];
  let isBroken = true;
  const lines: string[] = [];
  let hide = () => {};
  const logger = createFakeAnalyticsLogger({
    sink: {
      async send(batch) {
        if (!isBroken) {
          lines.push(...batch);
          return { ok: true, failed: 0 };
        }
        await new Promise<void>((resolve) => held.push(resolve));
        return { ok: false, error: UNREACHABLE };
      },
    },
    onPageHide(listener) {
      hide = listener;
      return () => {};
    },
  });
  logger.start();
  logger.log({ name: 'first' });
  hide();
  logger.log({ name: 'second' });
  hide();
  held[one]?.();
  await vi.advanceTimersByTimeAsync(0);
  held[other]?.();
  await vi.advanceTimersByTimeAsync(0);
  isBroken = false;
  await logger.flush();
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['app_initialized', 'first', 'second']);
});

test('an event that no request of a hidden page can contain waits for the timer, and those behind it do not', async () => {
  const { logger, last, hide } = startLogger();
  await logger.flush();
  logger.log({ name: 'huge', properties: { text: 'x'.repeat(100_000) } });
  logger.log({ name: 'second' });
  hide();
  await vi.waitUntil(() => logger.getStatistics().delivered === 2);
  expect(last()).toEqual(['second']);
  hide();
  expect(logger.getStatistics().buffered).toBe(1);
  await logger.flush();
  expect(last()).toEqual(['huge']);
});

test('after stop() a page that is hidden sends nothing by this logger', async () => {
  const ended = vi.fn();
  const logger = createFakeAnalyticsLogger({ onPageHide: () => ended });
  logger.start();
  await logger.stop();
  expect(ended).toHaveBeenCalledTimes(1);
});

describe('During a rate limit', () => {
  test('[9.23] the cap holds: over 100 the newest 50 stay, without a request', async () => {
    const { logger, answer, logMany, batches, last } = startLogger();
    answer(limitedUntil(NOW + 60_000));
    await logger.flush();
    logMany(99);
    expect(logger.getStatistics()).toMatchObject({ buffered: 100, dropped: 0 });
    logMany(1);
    expect(logger.getStatistics()).toMatchObject({ buffered: 50, dropped: 51 });
    logMany(1000);
    expect(logger.getStatistics().buffered).toBeLessThanOrEqual(100);
    await vi.advanceTimersByTimeAsync(55_000);
    expect(batches).toHaveLength(1);
    answer(null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(last()?.at(-1)).toBe('event-1100');
    const { delivered, dropped } = logger.getStatistics();
    expect(batches.at(-1)?.[0]?.properties).toEqual({ events_dropped: dropped });
    expect(delivered + dropped).toBe(1101);
  });

  test('between two flushes that fail otherwise nothing is cut: the second may succeed', async () => {
    const { logger, answer, logMany, last } = startLogger();
    answer(UNREACHABLE);
    await logger.flush();
    logMany(500);
    answer(null);
    await logger.flush();
    expect(last()).toEqual(['app_initialized', ...numbers(1, 500)]);
  });

  test.each([
    ['of 10 minutes', NOW + 600_000],
    ['of a year', NOW + 365 * 86_400_000],
    ['without an end', Number.POSITIVE_INFINITY],
  ])('%s, sending begins again after 10 minutes', async (_title, retryAt) => {
    const { logger, answer, batches } = startLogger();
    answer(limitedUntil(retryAt));
    await logger.flush();
    answer(null);
    await logger.flush();
    expect(batches).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(595_000);
    expect(batches).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(logger.getStatistics()).toMatchObject({ delivered: 1, buffered: 0 });
  });

  test.each([
    ['in the past', NOW - 1],
    ['that is no number', Number.NaN],
    ['that is not given', undefined],
  ])('a reset %s lets the timer retry at its interval', async (_title, retryAt) => {
    const { logger, answer, batches } = startLogger();
    answer(new AnalyticsError('rate-limited', '', retryAt === undefined ? {} : { retryAt }));
    await logger.flush();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(batches).toHaveLength(1 + 4);
  });

  test('a clock that is set back a day does not prolong it', async () => {
    const { logger, answer } = startLogger();
    answer(limitedUntil(NOW + 60_000));
    await logger.flush();
    answer(null);
    vi.setSystemTime(NOW - 86_400_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(logger.getStatistics()).toMatchObject({ delivered: 1, buffered: 0 });
  });

  test('a page that is hidden still tries, and another failure there does not end the limit', async () => {
    const { logger, answer, hide, batches } = startLogger();
    answer(limitedUntil(NOW + 60_000));
    await logger.flush();
    answer(UNREACHABLE);
    hide();
    await vi.waitUntil(() => logger.getStatistics().buffered === 1);
    await vi.advanceTimersByTimeAsync(55_000);
    expect(batches).toHaveLength(2);
    answer(null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(logger.getStatistics()).toMatchObject({ delivered: 1 });
  });
});
