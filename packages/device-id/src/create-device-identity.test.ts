import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeviceIdentity, type DeviceIdentityOptions } from './index.ts';
import { createFakeDeviceIdentity } from './testing/index.ts';

const ENVIRONMENT = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  platform: 'Linux x86_64',
  maxTouchPoints: 0,
  language: 'en-GB',
  screenResolution: '1920x1080',
  timezone: 'Europe/Berlin',
  canvas: 'data:image/png;base64,AAAA',
};

function createMemoryStorage(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

function setUp(options: DeviceIdentityOptions = {}) {
  const storage = createMemoryStorage();
  const fingerprint = vi.fn(async () => ({ visitorId: 'a1b2c3', confidence: 0.6, components: 41 }));
  const errors: unknown[][] = [];
  const shared = {
    storage,
    indexedDB: new IDBFactory(),
    fingerprint,
    environment: () => ENVIRONMENT,
    whenPainted: async () => {},
    log: { error: (...args: unknown[]) => void errors.push(args) },
    ...options,
  };
  return { identity: createDeviceIdentity(shared), options: shared, storage, fingerprint, errors };
}

/** Writes a record past the package. */
async function plantRecord(factory: IDBFactory, record: unknown): Promise<void> {
  const opening = factory.open('scantix-device-id', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('identity');
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction('identity', 'readwrite');
  transaction.objectStore('identity').put(record, 'current');
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
}

describe('Device identifier: stored with a version marker', () => {
  test('it is read from local storage when the marker is the current one, and no fingerprint is made', async () => {
    const storage = createMemoryStorage({ deviceId: 'stored.1', deviceVersion: '1.0' });
    const { identity, fingerprint } = setUp({ storage });
    expect(await identity.getDeviceId()).toBe('stored.1');
    expect(await identity.getFingerprint()).toBe('stored');
    expect(fingerprint).not.toHaveBeenCalled();
  });

  test.each([{}, { deviceId: 'old.1' }, { deviceId: 'old.1', deviceVersion: '0.9' }, { deviceVersion: '1.0' }])(
    'with %j in storage a new one is generated from a browser fingerprint, and stored',
    async (entries) => {
      const storage = createMemoryStorage(entries);
      const { identity, fingerprint } = setUp({ storage });
      const deviceId = await identity.getDeviceId();
      expect(deviceId).toMatch(/^a1b2c3\.[0-9a-f]{24}$/);
      expect(Object.fromEntries(storage.stored)).toEqual({ deviceId, deviceVersion: '1.0' });
      expect(fingerprint).toHaveBeenCalledOnce();
    },
  );

  test('an identifier that does not fit into a header is replaced', async () => {
    const storage = createMemoryStorage({ deviceId: 'a\r\nX-Evil: 1', deviceVersion: '1.0' });
    expect(await setUp({ storage }).identity.getDeviceId()).toMatch(/^a1b2c3\./);
  });

  test('1,000 page loads see one identifier', async () => {
    const { options } = setUp();
    const seen = new Set<string>();
    for (let load = 0; load < 1000; load += 1) seen.add(await createDeviceIdentity(options).getDeviceId());
    expect(seen.size).toBe(1);
  });

  test('1,000 identical devices get 1,000 identifiers and share a fingerprint', async () => {
    const identities = Array.from({ length: 1000 }, () => setUp({ locks: navigator.locks }).identity);
    const ids = await Promise.all(identities.map((identity) => identity.getDeviceId()));
    expect(new Set(ids).size).toBe(1000);
    expect(new Set(await Promise.all(identities.map((identity) => identity.getFingerprint())))).toEqual(
      new Set(['a1b2c3']),
    );
  });

  test('five tabs that start at once agree, even when none sees what another wrote to local storage', async () => {
    const { options } = setUp();
    const tabs = Array.from({ length: 5 }, () => createDeviceIdentity({ ...options, storage: createMemoryStorage() }));
    const ids = await Promise.all(tabs.map((tab) => tab.getDeviceId()));
    expect(new Set(ids).size).toBe(1);
    expect(options.fingerprint).toHaveBeenCalledOnce();
  });

  test('clearing local storage gives a new identifier, whatever the database still holds', async () => {
    const { options } = setUp();
    let time = 1_000_000;
    const load = () => createDeviceIdentity({ ...options, now: () => time }).getDeviceId();
    const first = await load();
    options.storage.removeItem('deviceId');
    options.storage.removeItem('deviceVersion');
    time += 1000;
    expect(await load()).not.toBe(first);
  });

  test('with a storage that refuses there is one identifier until the page closes', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const { identity } = setUp({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
    expect(await identity.getDeviceId()).toBe(await identity.getDeviceId());
  });

  test('without a database the metadata is available until the page closes', async () => {
    const { identity } = setUp({ indexedDB: undefined as never });
    expect(await identity.getFingerprintMetadata()).toMatchObject({ confidence: 0.6, components: 41 });
  });

  test('a database that never answers delays the identifier by no more than its time limits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { identity } = setUp({ indexedDB: { open: () => ({}) } as unknown as IDBFactory });
    const answer = identity.getDeviceId();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toMatch(/^a1b2c3\./);
  });

  test('a tab that froze while it held the lock delays the others by no more than 2 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
    const frozen = navigator.locks.request('scantix-device-id', () => thawed);
    const { identity } = setUp({ locks: navigator.locks });
    const answered = vi.fn();
    const answer = identity.getDeviceId();
    void answer.then(answered);
    await vi.advanceTimersByTimeAsync(1999);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect(answer.finally(thaw)).resolves.toMatch(/^[0-9a-f]+\./);
    await frozen;
  });

  test('paint and fingerprint share the 2 s, even when the clock is set back meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { identity } = setUp({
      whenPainted: () => new Promise((resolve) => setTimeout(resolve, 500)),
      fingerprint: () => new Promise(() => {}),
    });
    const answer = identity.getDeviceId();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toMatch(/^[0-9a-f]{16}\./);

    const { identity: later } = setUp({
      fingerprint: () => {
        vi.setSystemTime(0);
        return new Promise(() => {});
      },
    });
    const second = later.getDeviceId();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await second).toMatch(/^[0-9a-f]{16}\./);
  });

  test('an identifier does not expire: one of ten years ago is used unchanged', async () => {
    const { options } = setUp({ now: () => Date.UTC(2016, 10, 22) });
    const made = await createDeviceIdentity(options).getDeviceId();
    expect(await createDeviceIdentity({ ...options, now: () => Date.UTC(2026, 10, 22) }).getDeviceId()).toBe(made);
    expect(options.fingerprint).toHaveBeenCalledOnce();
  });

  test('a record from the future is not taken over: the clock was wrong when it was made', async () => {
    const { options } = setUp({ now: () => Date.UTC(2036, 10, 22) });
    const made = await createDeviceIdentity(options).getDeviceId();
    options.storage.setItem('deviceVersion', '0.9');
    expect(await createDeviceIdentity({ ...options, now: () => Date.UTC(2026, 10, 22) }).getDeviceId()).not.toBe(made);
  });

  test.each([
    [-251, false],
    [-250, true],
    [0, true],
    [1, false],
  ])('a record of %i ms after the start, not in local storage yet, is of another tab: %s', async (after, taken) => {
    const now = 1_700_000_000_000;
    const { identity, options } = setUp({ now: () => now });
    await plantRecord(options.indexedDB, { deviceId: 'other.1', createdAt: now + after, metadata: null });
    expect((await identity.getDeviceId()) === 'other.1').toBe(taken);
  });

  test('a record with a time in text is not taken over', async () => {
    const { identity, options } = setUp({ now: () => 1_700_000_000_000 });
    await plantRecord(options.indexedDB, { deviceId: 'other.1', createdAt: '1700000000000', metadata: null });
    expect(await identity.getDeviceId()).toMatch(/^a1b2c3\./);
  });

  test('the database is closed after each use, so that clearing the site is not blocked', async () => {
    const { identity, options } = setUp();
    await identity.getFingerprintMetadata();
    const deletion = options.indexedDB.deleteDatabase('scantix-device-id');
    const blocked = vi.fn();
    deletion.onblocked = blocked;
    await new Promise((resolve) => {
      deletion.onsuccess = resolve;
    });
    expect(blocked).not.toHaveBeenCalled();
  });

  test.each(['a\r\nX-Evil: 1', '', 42])('a record with the identifier %j is not taken over', async (deviceId) => {
    const { options } = setUp({ now: () => 1_700_000_000_000 });
    await plantRecord(options.indexedDB, { deviceId, createdAt: 1_700_000_000_000, metadata: null });
    expect(await createDeviceIdentity(options).getDeviceId()).toMatch(/^a1b2c3\./);
  });
});

describe('Device identifier: a fingerprint that failed is tried again on the next start', () => {
  const failing = () => Promise.reject(new Error('blocked'));

  test('the identifier stays, and the metadata arrives', async () => {
    const { options, storage, errors } = setUp();
    const made = await createDeviceIdentity({ ...options, fingerprint: failing }).getDeviceId();
    const next = createDeviceIdentity(options);
    next.start();
    expect(await next.getFingerprintMetadata()).toMatchObject({ confidence: 0.6, components: 41 });
    expect(await next.getDeviceId()).toBe(made);
    expect(await next.getFingerprint()).toBe(made.slice(0, 16));
    expect(Object.fromEntries(storage.stored)).toEqual({ deviceId: made, deviceVersion: '1.0' });
    expect(errors).toHaveLength(1);

    const third = createDeviceIdentity(options);
    expect(await third.getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    expect(await third.getDeviceId()).toBe(made);
    expect(options.fingerprint).toHaveBeenCalledOnce();
  });

  test('not before the next start, not before the page is painted, and without a second message when it fails', async () => {
    const { options, errors } = setUp();
    const fingerprint = vi.fn(failing);
    const first = createDeviceIdentity({ ...options, fingerprint });
    await first.getDeviceId();
    await first.getFingerprintMetadata();
    expect(fingerprint).toHaveBeenCalledOnce();

    const painted = Promise.withResolvers<void>();
    const second = createDeviceIdentity({ ...options, fingerprint, whenPainted: () => painted.promise });
    await second.getDeviceId();
    expect(fingerprint).toHaveBeenCalledOnce();
    painted.resolve();
    expect(await second.getFingerprintMetadata()).toBe(null);
    expect(fingerprint).toHaveBeenCalledTimes(2);
    expect(errors).toHaveLength(1);
  });

  test('it may take longer than 2 s; whoever asks for the metadata waits no longer than that', async () => {
    const { options } = setUp();
    await createDeviceIdentity({ ...options, fingerprint: failing }).getDeviceId();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = () => {
      asked.resolve();
      return slow.promise;
    };
    const identity = createDeviceIdentity({ ...options, fingerprint });
    const metadata = identity.getFingerprintMetadata();
    await asked.promise;
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(await metadata).toBe(null);
    slow.resolve({ visitorId: 'slow', confidence: 0.4, components: 40 });
    await vi.waitFor(async () =>
      expect(await createDeviceIdentity(options).getFingerprintMetadata()).toMatchObject({ confidence: 0.4 }),
    );
  });

  test.each([{ confidence: 'high' }, { components: Number.NaN }, { timezone: undefined }])(
    'metadata that somebody has corrupted is made again: %o',
    async (corrupt) => {
      const { options } = setUp();
      const identity = createDeviceIdentity(options);
      const deviceId = await identity.getDeviceId();
      const metadata = { ...(await identity.getFingerprintMetadata()), ...corrupt };
      await plantRecord(options.indexedDB, { deviceId, createdAt: 1, metadata });
      expect(await createDeviceIdentity(options).getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    },
  );

  test('a reset while it is made is not overwritten', async () => {
    const { options } = setUp();
    await createDeviceIdentity({ ...options, fingerprint: failing }).getDeviceId();
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = vi.fn(options.fingerprint).mockImplementationOnce(() => {
      asked.resolve();
      return slow.promise;
    });
    const identity = createDeviceIdentity({ ...options, fingerprint });
    identity.start();
    await asked.promise;
    const renewed = await identity.reset();
    slow.resolve({ visitorId: 'slow', confidence: 0.1, components: 1 });
    expect(await identity.getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    expect(await createDeviceIdentity(options).getFingerprintMetadata()).toMatchObject({ confidence: 0.6 });
    expect(await createDeviceIdentity(options).getDeviceId()).toBe(renewed);
  });
});

describe('Device identifier: the fallback', () => {
  test('when no fingerprint can be made, a hash of canvas and browser traits with the time is used and stored', async () => {
    const cause = new Error('blocked');
    const { identity, storage, errors } = setUp({
      fingerprint: () => Promise.reject(cause),
      now: () => 1_700_000_000_000,
    });
    const deviceId = await identity.getDeviceId();
    expect(deviceId).toMatch(new RegExp(`^[0-9a-f]{16}\\.${(1_700_000_000_000).toString(36)}[0-9a-f]{24}$`));
    expect(Object.fromEntries(storage.stored)).toEqual({ deviceId, deviceVersion: '1.0' });
    expect(errors).toEqual([['Failed to generate fingerprint', cause]]);
  });

  test('another canvas or another trait gives another hash', async () => {
    const hashes = await Promise.all(
      [{}, { canvas: 'data:other' }, { timezone: 'UTC' }, { screenResolution: '1x1' }].map((traits) =>
        setUp({
          fingerprint: () => Promise.reject(new Error('blocked')),
          environment: () => ({ ...ENVIRONMENT, ...traits }),
        }).identity.getFingerprint(),
      ),
    );
    expect(new Set(hashes).size).toBe(4);
  });

  test('a fingerprint that takes longer than 2 s is not used, and a late answer changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const late = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = () => {
      asked.resolve();
      return late.promise;
    };
    const { identity, errors } = setUp({ fingerprint });
    const answer = identity.getDeviceId();
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await asked.promise;
    await vi.advanceTimersByTimeAsync(1999);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const deviceId = await answer;
    expect(errors).toEqual([['Failed to generate fingerprint', new Error('no answer in time')]]);
    late.resolve({ visitorId: 'late', confidence: 1, components: 1 });
    expect(await identity.getDeviceId()).toBe(deviceId);
  });
});

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
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const fingerprint = vi.fn(() => slow.promise);
    const resetting = createDeviceIdentity({ ...options, fingerprint });
    const renewed = resetting.reset();
    await vi.waitFor(() => expect(fingerprint).toHaveBeenCalled());
    expect(storage.stored.size).toBe(0);
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
    const change = (newValue: string) =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key: 'deviceId', newValue }));
    const { identity } = setUp({ events });
    identity.start();
    await identity.getDeviceId();
    change('other.1');
    expect(await identity.getDeviceId()).toBe('other.1');
    identity.stop();
    change('other.2');
    expect(await identity.getDeviceId()).toBe('other.1');
  });

  test.each(['', 'a\r\nX-Evil: 1'])('another tab that stores %j is not followed', async (newValue) => {
    const events = new EventTarget();
    const { identity } = setUp({ events });
    identity.start();
    const deviceId = await identity.getDeviceId();
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
