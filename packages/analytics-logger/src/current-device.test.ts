import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeviceFields } from './index.ts';
import { createFakeAnalyticsLogger } from './testing/index.ts';

const FIELDS: DeviceFields = {
  deviceType: 'iPhone',
  deviceOS: 'iOS',
  deviceBrowser: 'Safari',
  deviceString: 'iPhone (Safari)',
  deviceCategory: 'mobile',
  language: 'en-GB',
  screenResolution: '390x844',
};

/** A device whose identifier is reset as `@scantix/device-id` does it: a promise of the new one replaces the old one. */
function createDevice(first: string | Promise<string>) {
  let id = Promise.resolve(first);
  const getDeviceInformation = vi.fn(async () => ({ ...FIELDS, fingerprint: 'not part of an event' }));
  return {
    deviceIdentity: { getDeviceId: () => id, getDeviceInformation },
    reset(next: string | Promise<string>) {
      id = Promise.resolve(next);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const idsOf = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.map(({ event, deviceId }) => [event, deviceId]);

describe('The device of an event', () => {
  test('[3.19] events that wait keep the identifier they were made with after a reset', async () => {
    const { deviceIdentity, reset } = createDevice('old.1');
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.start();
    await logger.flush();
    logger.log({ name: 'before' });
    reset('new.2');
    logger.log({ name: 'device_reset' });
    await logger.flush();
    expect(idsOf(logger.received)).toEqual([
      ['app_initialized', 'old.1'],
      ['before', 'old.1'],
      ['device_reset', 'new.2'],
    ]);
  });

  test('an event that failed to leave keeps it too', async () => {
    const { deviceIdentity, reset } = createDevice('old.1');
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.service.behave('hangs up');
    logger.start();
    await logger.flush();
    reset('new.2');
    logger.service.behave('accepts everything');
    await logger.stop();
    expect(idsOf(logger.received)).toEqual([['app_initialized', 'old.1']]);
  });

  test('events from before the first identifier wait for it and get it, even if it is reset meanwhile', async () => {
    const made = Promise.withResolvers<string>();
    const { deviceIdentity, reset } = createDevice(made.promise);
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.log({ name: 'early' });
    logger.start();
    const flushed = logger.flush();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(logger.received).toEqual([]);
    reset('second.2');
    logger.log({ name: 'later' });
    made.resolve('first.1');
    await flushed;
    expect(idsOf(logger.received)).toEqual([
      ['early', 'first.1'],
      ['app_initialized', 'first.1'],
      ['later', 'second.2'],
    ]);
  });

  test.each([
    ['the identifier', createDevice(new Promise(() => {})).deviceIdentity],
    [
      'the information',
      { ...createDevice('only.1').deviceIdentity, getDeviceInformation: () => new Promise<never>(() => {}) },
    ],
  ])('an identity that never gives %s stops no event', async (_what, deviceIdentity) => {
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.start();
    const flushed = logger.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    await flushed;
    expect(logger.received).toMatchObject([{ event: 'app_initialized' }]);
  });

  test('an identity that never answers is waited for once, and again after it has answered', async () => {
    const answers: PromiseWithResolvers<string>[] = [];
    const getDeviceId = () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    };
    const logger = createFakeAnalyticsLogger({
      deviceIdentity: { ...createDevice('late.1').deviceIdentity, getDeviceId },
    });
    logger.start();
    const flushed = logger.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    await flushed;
    logger.log({ name: 'later' });
    await logger.flush();
    expect(idsOf(logger.received)).toEqual([
      ['app_initialized', null],
      ['later', null],
    ]);

    for (const { resolve } of answers) resolve('late.1');
    await vi.advanceTimersByTimeAsync(0);
    logger.log({ name: 'last' });
    const waits = logger.flush();
    answers.at(-1)?.resolve('late.2');
    await waits;
    expect(idsOf(logger.received).at(-1)).toEqual(['last', 'late.2']);
  });

  test('the fields of the specification and no others, read once for each identifier', async () => {
    const { deviceIdentity, reset } = createDevice('old.1');
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.start();
    for (let index = 0; index < 20; index += 1) logger.log({ name: 'event' });
    await logger.flush();
    expect(logger.received[7]).toMatchObject(FIELDS);
    expect(logger.received[7]).not.toHaveProperty('fingerprint');
    expect(deviceIdentity.getDeviceInformation).toHaveBeenCalledTimes(1);
    reset('new.2');
    logger.log({ name: 'device_reset' });
    await logger.flush();
    expect(deviceIdentity.getDeviceInformation).toHaveBeenCalledTimes(2);
  });

  test('without the information an event has the identifier alone, and the information is read again', async () => {
    const { deviceIdentity } = createDevice('only.1');
    deviceIdentity.getDeviceInformation.mockRejectedValueOnce(new Error('no screen'));
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.start();
    await logger.flush();
    expect(logger.received[0]).toMatchObject({ event: 'app_initialized', deviceId: 'only.1' });
    expect(logger.received[0]).not.toHaveProperty('deviceType');
    logger.log({ name: 'later' });
    await logger.flush();
    expect(logger.received[1]).toMatchObject({ event: 'later', deviceId: 'only.1', deviceType: 'iPhone' });
    expect(logger.getHistory().filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'Analytics events carry no device', properties: { error: { message: 'no screen' } } },
    ]);
  });

  test('an event of a page that is hidden before the information is known has the identifier', async () => {
    const { deviceIdentity } = createDevice('only.1');
    deviceIdentity.getDeviceInformation.mockReturnValueOnce(new Promise(() => {}));
    let hide = () => {};
    const onPageHide = (listener: () => void) => {
      hide = listener;
      return () => {};
    };
    const logger = createFakeAnalyticsLogger({ deviceIdentity, onPageHide });
    logger.start();
    // The identifier is read in a microtask.
    await vi.advanceTimersByTimeAsync(0);
    hide();
    await vi.waitUntil(() => logger.received.length > 0);
    expect(idsOf(logger.received)).toEqual([['app_initialized', 'only.1']]);
  });

  test('an event made while the device could not be read gets it once it can be', async () => {
    const { deviceIdentity, reset } = createDevice(Promise.reject(new Error('locked')));
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.service.behave('hangs up');
    logger.start();
    await logger.flush();
    reset('late.1');
    logger.log({ name: 'later' });
    logger.service.behave('accepts everything');
    await logger.flush();
    expect(idsOf(logger.received)).toEqual([
      ['app_initialized', 'late.1'],
      ['later', 'late.1'],
    ]);
  });

  test('a device that cannot be read is reported once', async () => {
    const { deviceIdentity } = createDevice(Promise.reject(new Error('locked')));
    const logger = createFakeAnalyticsLogger({ deviceIdentity });
    logger.start();
    logger.log({ name: 'later' });
    await logger.flush();
    expect(idsOf(logger.received)).toEqual([
      ['app_initialized', null],
      ['later', null],
    ]);
    expect(logger.getHistory().filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'Analytics events carry no device', category: 'system', properties: { error: { message: 'locked' } } },
    ]);
  });

  test('an event keeps the session in which it was made', async () => {
    const logger = createFakeAnalyticsLogger();
    logger.log({ name: 'early' });
    logger.service.behave('hangs up');
    logger.start();
    await logger.stop();
    logger.start();
    logger.service.behave('accepts everything');
    await logger.flush();
    const sessions = logger.received.map(({ sessionId }) => sessionId);
    expect(logger.received.map(({ event }) => event)).toEqual(['early', 'app_initialized', 'app_initialized']);
    expect(sessions[1]).not.toBe(sessions[2]);
    expect(sessions[2]).toMatch(/^[0-9a-f]{32}$/);
  });
});
