import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIndexedDbIdentityRecordStore } from './identity-record.ts';
import { createDeviceIdentity } from './index.ts';
import { createFakeDeviceIdentity } from './testing/index.ts';
import { createMemoryStorage, ENVIRONMENT, setUp } from './testing/set-up-identity.ts';

describe('Device identifier: reset, other tabs, callers', () => {
  test('a reset clears stored values and regenerates', async () => {
    const { identity, storage, fingerprint } = setUp();
    const first = await identity.getDeviceId();
    const second = await identity.reset();
    expect(second).not.toBe(first);
    expect(await identity.getDeviceId()).toBe(second);
    expect(storage.stored.get('deviceId')).toBe(second);
    expect(fingerprint).toHaveBeenCalledTimes(2);
  });

  test('while a reset makes a new identifier, nothing of the old one is stored', async () => {
    const { identity, options, storage } = setUp();
    await identity.getDeviceId();
    const records = createIndexedDbIdentityRecordStore(options.indexedDB);
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const fingerprint = vi.fn(() => slow.promise);
    const resetting = createDeviceIdentity({ ...options, fingerprint });
    const renewed = resetting.reset();
    await vi.waitFor(() => expect(fingerprint).toHaveBeenCalled());
    expect(storage.stored.size).toBe(0);
    expect(await records.read()).toBeNull();
    slow.resolve({ visitorId: 'd4e5f6', confidence: 0.6, components: 41 });
    expect(await renewed).toMatch(/^d4e5f6\./);
  });

  test('another key that another tab stores is no identifier; without a window there is nothing to follow', async () => {
    const events = new EventTarget();
    const { identity } = setUp({ events });
    identity.start();
    const deviceId = await identity.getDeviceId();
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme', newValue: 'dark' }));
    expect(await identity.getDeviceId()).toBe(deviceId);

    const { identity: windowless } = setUp();
    windowless.start();
    windowless.stop();
  });

  test('a reset in another tab is followed until stop', async () => {
    const events = new EventTarget();
    const { identity, storage } = setUp({ events });
    const change = (newValue: string) => {
      storage.setItem('deviceId', newValue);
      events.dispatchEvent(Object.assign(new Event('storage'), { key: 'deviceId', newValue }));
    };
    identity.start();
    await identity.getDeviceId();
    change('other.1');
    expect(await identity.getDeviceId()).toBe('other.1');
    identity.stop();
    change('other.2');
    expect(await identity.getDeviceId()).toBe('other.1');
  });

  test('a page out of the back/forward cache has the identifier of a reset meanwhile, until stop', async () => {
    const events = new EventTarget();
    const { identity, storage } = setUp({ events });
    identity.start();
    await identity.getDeviceId();
    storage.setItem('deviceId', 'other.1');
    events.dispatchEvent(new Event('pageshow'));
    expect(await identity.getDeviceId()).toBe('other.1');
    identity.stop();
    storage.setItem('deviceId', 'other.2');
    events.dispatchEvent(new Event('pageshow'));
    expect(await identity.getDeviceId()).toBe('other.1');
  });

  test('tabs that reset at the same time agree on the identifier that is stored', async () => {
    const events = new EventTarget();
    const { identity, storage } = setUp({ events });
    identity.start();
    await identity.getDeviceId();
    const renewed = identity.reset();
    // Another tab was faster; its identifier is replaced by the reset of this one.
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'deviceId', newValue: 'other.1' }));
    const deviceId = await renewed;
    expect(storage.stored.get('deviceId')).toBe(deviceId);
    expect(await identity.getDeviceId()).toBe(deviceId);
  });

  test('session storage of a frame of the page names no device', async () => {
    const events = new EventTarget();
    const { identity } = setUp({ events });
    identity.start();
    const deviceId = await identity.getDeviceId();
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'deviceId', newValue: 'of-the-frame' }));
    expect(await identity.getDeviceId()).toBe(deviceId);
  });

  test.each(['', 'a\r\nX-Evil: 1'])('another tab that stores %j is not followed', async (newValue) => {
    const events = new EventTarget();
    const { identity, storage } = setUp({ events });
    identity.start();
    const deviceId = await identity.getDeviceId();
    storage.setItem('deviceId', newValue);
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'deviceId', newValue }));
    expect(await identity.getDeviceId()).toBe(deviceId);
  });

  test('any number of callers share one piece of work', async () => {
    const { identity, fingerprint } = setUp();
    identity.start();
    await Promise.all([identity.getDeviceId(), identity.getFingerprint(), identity.getDeviceInformation()]);
    expect(fingerprint).toHaveBeenCalledOnce();
  });

  test('an abort of one caller does not end the work of the others', async () => {
    const { identity } = setUp();
    const controller = new AbortController();
    const abandoned = identity.getDeviceId({ signal: controller.signal });
    const other = identity.getDeviceId();
    controller.abort();
    await expect(abandoned).rejects.toThrow('abort');
    expect(await other).toMatch(/^a1b2c3\./);
  });

  test('an abort ends the wait for a reset, and not the reset', async () => {
    const { identity } = setUp();
    const before = await identity.getDeviceId();
    const leaving = new AbortController();
    const abandoned = identity.reset({ signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    expect(await identity.getDeviceId()).not.toBe(before);
  });

  test('nothing is touched before the first call', () => {
    const touch = vi.fn();
    setUp({ storage: { getItem: touch, setItem: touch, removeItem: touch }, environment: touch });
    expect(touch).not.toHaveBeenCalled();
  });
});

describe('Device information and fingerprint metadata', () => {
  test('[3.11][3.16][3.17] the device information record has every field', async () => {
    const { identity } = setUp({ now: () => Date.UTC(2026, 10, 21, 9, 41, 7, 123) });
    const { deviceId, ...rest } = await identity.getDeviceInformation();
    expect(deviceId).toBe(await identity.getDeviceId());
    expect(rest).toEqual({
      fingerprint: 'a1b2c3',
      userAgent: ENVIRONMENT.userAgent,
      deviceType: 'Linux PC',
      deviceOS: 'Linux',
      deviceBrowser: 'Chrome',
      deviceCategory: 'desktop',
      deviceString: 'Linux PC (Chrome)',
      platform: 'Linux x86_64',
      language: 'en-GB',
      screenResolution: '1920x1080',
      timezone: 'Europe/Berlin',
      timestamp: '2026-11-21T09:41:07.123Z',
    });
  });

  test.each(['v1.abc', 'a1b2c3'])('the fingerprint is the visitorId %s to the letter', async (visitorId) => {
    const { identity } = setUp({ fingerprint: async () => ({ visitorId, confidence: 0.6, components: 41 }) });
    expect(await identity.getFingerprint()).toBe(visitorId);
    expect(await identity.getDeviceInformation()).toMatchObject({ fingerprint: visitorId });
  });

  test('an identifier without a dot is its own fingerprint', async () => {
    const storage = createMemoryStorage({ deviceId: 'stored', deviceVersion: '1.0' });
    expect(await setUp({ storage }).identity.getFingerprint()).toBe('stored');
  });

  test('fingerprint metadata is stored across page loads', async () => {
    const { options } = setUp({ now: () => Date.UTC(2026, 10, 21, 9, 41, 7, 123) });
    await createDeviceIdentity(options).getDeviceId();
    expect(await createDeviceIdentity(options).getFingerprintMetadata()).toEqual({
      confidence: 0.6,
      components: 41,
      timestamp: '2026-11-21T09:41:07.123Z',
      userAgent: ENVIRONMENT.userAgent,
      platform: 'Linux x86_64',
      language: 'en-GB',
      screenResolution: '1920x1080',
      timezone: 'Europe/Berlin',
    });
  });

  test('there is none for an identifier without a record', async () => {
    const { identity, fingerprint } = setUp({
      storage: createMemoryStorage({ deviceId: 'stored.1', deviceVersion: '1.0' }),
    });
    expect(await identity.getFingerprintMetadata()).toBe(null);
    expect(fingerprint).not.toHaveBeenCalled();
  });

  test('there is none for a fallback, nor for an identifier that it does not belong to', async () => {
    expect(
      await setUp({ fingerprint: () => Promise.reject(new Error('blocked')) }).identity.getFingerprintMetadata(),
    ).toBe(null);
    const { options } = setUp();
    await createDeviceIdentity(options).getDeviceId();
    options.storage.setItem('deviceId', 'foreign.1');
    expect(await createDeviceIdentity(options).getFingerprintMetadata()).toBe(null);
  });

  test('the fake of ./testing is a real identity in memory', async () => {
    const identity = createFakeDeviceIdentity({ deviceId: 'test.1' });
    expect(await identity.getDeviceInformation()).toMatchObject({
      deviceId: 'test.1',
      deviceString: 'iPhone (Safari)',
    });
    expect(await identity.reset()).toBe(`fingerprint.${'01'.repeat(12)}`);
  });
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
