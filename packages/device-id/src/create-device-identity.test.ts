import { nextTask } from '@scantix/runtime-utils';
import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import type { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { createDeviceIdentity } from './index.ts';
import { createMemoryStorage, plantRecord, setUp } from './testing/set-up-identity.ts';

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

  test('a tab that no longer waits for the one that makes a fingerprint has the same identifier as that one', async () => {
    const slow = Promise.withResolvers<{ visitorId: string; confidence: number; components: number }>();
    const asked = Promise.withResolvers<void>();
    const fingerprint = () => {
      asked.resolve();
      return slow.promise;
    };
    const { identity: holder, options, storage } = setUp({ locks: navigator.locks, fingerprint });
    const held = holder.getDeviceId();
    await asked.promise;
    const fallback = await createDeviceIdentity({ ...options, identifierTimeoutMs: 0 }).getDeviceId();
    slow.resolve({ visitorId: 'd4e5f6', confidence: 0.6, components: 41 });
    expect(await held).toBe(fallback);
    expect(storage.stored.get('deviceId')).toBe(fallback);
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

  test('a page of a known device is waited for as long as it takes, that of a new one for half a second', async () => {
    const whenPainted = vi.fn(async () => {});
    const { options } = setUp({ whenPainted });
    await createDeviceIdentity(options).getDeviceId();
    await createDeviceIdentity(options).getDeviceInformation();
    expect(whenPainted.mock.calls).toEqual([[500], [undefined]]);
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

test('in a service worker of several files calls reject, and a start is no unhandled rejection', async () => {
  using unhandled = takeUnhandledRejections();
  vi.stubGlobal('ServiceWorkerGlobalScope', class {});
  for (const entries of [{}, { deviceId: 'stored.1', deviceVersion: '1.0' }]) {
    const identity = createDeviceIdentity({
      storage: createMemoryStorage(entries),
      whenPainted: async () => {},
      get environment(): never {
        throw new TypeError('import() is disallowed');
      },
    });
    identity.start();
    await nextTask();
    await expect(identity.getDeviceInformation()).rejects.toThrow('import() is disallowed');
  }
  expect(unhandled.reasons).toEqual([]);
});
