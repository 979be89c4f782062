import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { carryOutWipe } from './carry-out-wipe.ts';
import { noteCarriedOut, noteWipe, readCarriedOut, readWipe } from './wipe-note.ts';

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('@scantix/scan-ledger/device-data', () => ({ wipeDeviceData: async () => ({ kept: 0 }) }));
vi.mock('../browser/remove-offline.ts', () => ({ removeOffline: async () => false }));

const navigatorLocks = navigator.locks;

beforeEach(() => {
  const storage = {
    getItem: (key: string) => (storage as Record<string, unknown>)[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  };
  for (const method of Object.keys(storage)) Object.defineProperty(storage, method, { enumerable: false });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('indexedDB', {
    deleteDatabase() {
      const request: { onsuccess?: () => void } = {};
      queueMicrotask(() => request.onsuccess?.());
      return request;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a wipe deletes the keys of the app but those of the device identifier, and notes that it is done', async () => {
  for (const key of ['deviceId', 'authToken', 'refreshTokenExpiration', 'theme', 'scannerMode', 'scantixAny', 'others'])
    localStorage.setItem(key, 'x');
  noteWipe({});
  expect(await carryOutWipe()).toEqual({ kept: 0 });
  expect(Object.keys(localStorage).sort()).toEqual(['deviceId', 'others', 'scannerWipe']);
  expect(readWipe()).toEqual({ kept: 0 });
});

test('a wipe by the clerk leaves the report of an order that the server has not heard of yet', async () => {
  const ordered = { order: '0197b0a4-0000-4000-8000-000000000001', kept: 2 };
  noteCarriedOut(ordered);
  noteWipe({});
  await carryOutWipe();
  expect(readCarriedOut()).toEqual(ordered);
});

test('a tab that is frozen while it wipes does not keep the next one from wiping', async () => {
  vi.stubGlobal('navigator', { locks: navigatorLocks });
  const frozen = Promise.withResolvers<void>();
  const held = navigatorLocks.request('scantix-wipe', () => frozen.promise);
  localStorage.setItem('authToken', 'x');
  noteWipe({});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = carryOutWipe();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await done).toEqual({ kept: 0 });
  expect(localStorage.getItem('authToken')).toBeNull();
  frozen.resolve();
  await held;
});
