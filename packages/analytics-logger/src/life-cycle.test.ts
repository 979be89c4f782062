import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnalyticsLogger } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('Analytics logger: life cycle', () => {
  test('when enabled it creates a session id, gets the device id and logs app_initialized', async () => {
    const logger = createFakeAnalyticsLogger();
    logger.start();
    await logger.flush();
    expect(logger.received).toHaveLength(1);
    expect(logger.received[0]).toMatchObject({
      event: 'app_initialized',
      category: 'system',
      level: 'info',
      deviceId: 'fingerprint.0000',
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test('when disabled by configuration it asks for nothing, starts no timer and sends nothing', async () => {
    const touched = vi.fn(async () => {
      throw new Error('touched');
    });
    const logger = createAnalyticsLogger({
      enabled: false,
      app: { name: '', version: '', environment: '', domain: '', apiBaseUrl: '' },
      deviceIdentity: { getDeviceId: touched, getDeviceInformation: touched },
      sink: { send: touched },
    });
    logger.start();
    logger.log({ name: 'quiet' });
    await logger.flush();
    await logger.stop();
    expect(touched).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    expect(logger.getHistory().map(({ event }) => event)).toEqual(['quiet']);
  });

  test('events from before the start are sent after it, first', async () => {
    const logger = createFakeAnalyticsLogger();
    logger.log({ name: 'early' });
    logger.start();
    await logger.flush();
    expect(logger.received.map(({ event }) => event)).toEqual(['early', 'app_initialized']);
  });

  test('stop sends what is left and leaves no timer', async () => {
    const logger = createFakeAnalyticsLogger();
    logger.start();
    await logger.stop();
    expect(logger.received).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a sink that throws, though none may, loses no event and breaks nothing', async () => {
    const errors: string[] = [];
    let broken = true;
    const lines: string[] = [];
    const logger = createAnalyticsLogger({
      enabled: true,
      app: { name: '', version: '', environment: '', domain: '', apiBaseUrl: '' },
      deviceIdentity: { getDeviceId: async () => 'a.1', getDeviceInformation: async () => ({}) as never },
      onPageHide: () => () => {},
      sink: {
        async send(batch) {
          if (broken) throw new Error('no sink');
          lines.push(...batch);
          return { ok: true, failed: 0 };
        },
      },
      console: { debug() {}, info() {}, warn() {}, error: (line: string) => void errors.push(line) },
    });
    logger.start();
    await logger.flush();
    expect(logger.getStatistics()).toMatchObject({ delivered: 0, buffered: 1 });
    expect(errors).toEqual([
      expect.stringMatching(/Failed to flush events .*"cause":\{"name":"Error","message":"no sink"\}/),
    ]);
    broken = false;
    await logger.stop();
    expect(lines).toHaveLength(1);
  });

  test('while it is not running it sends nothing, and keeps a hundred events at most', async () => {
    const logger = createFakeAnalyticsLogger();
    const logMany = () => {
      for (let count = 0; count < 1_000; count += 1) logger.log({ name: 'many' });
    };
    logMany();
    expect(logger.getStatistics().buffered).toBeLessThanOrEqual(100);
    logger.start();
    await logger.stop();
    const { delivered } = logger.getStatistics();
    logMany();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(logger.getStatistics()).toMatchObject({ delivered });
    const { buffered, dropped } = logger.getStatistics();
    expect(buffered).toBeLessThanOrEqual(100);
    expect(delivered + buffered + dropped).toBe(2_001);
  });
});
