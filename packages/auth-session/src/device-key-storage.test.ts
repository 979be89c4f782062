import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import {
  ada,
  createDeviceKeyHarness,
  notRegistered,
  proofs,
  REFRESH,
  REGISTER,
  signInBound,
} from './testing/device-key-under-test.ts';

const HOUR_MS = 3_600_000;

test('a key that is lost ends the session, as a refusal does', async () => {
  const harness = createDeviceKeyHarness();
  await signInBound(harness);
  const elsewhere = harness.openTab({ indexedDB: new IDBFactory() });
  await elsewhere.start();
  expect(await elsewhere.refresh()).toBe(false);
  expect(elsewhere.getSnapshot().status).toBe('signed-out');
});

test('a record that is lost, and not the key, costs one more call', async () => {
  const harness = createDeviceKeyHarness();
  await signInBound(harness);
  const request = harness.indexedDB.open('scantix-auth-session', 1);
  await new Promise((resolve) => {
    request.onsuccess = () => {
      const transaction = request.result.transaction('rotation', 'readwrite');
      transaction.objectStore('rotation').delete('current');
      transaction.oncomplete = resolve;
    };
  });
  expect(await harness.session.refresh()).toBe(true);
  expect(proofs(harness)).toEqual([null, expect.any(String)]);
});

test('a key’s storage that fails is no refusal', async () => {
  const harness = createDeviceKeyHarness();
  await signInBound(harness);
  await harness.clock.advance(HOUR_MS / 2);
  vi.spyOn(harness.indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  expect(await harness.session.refresh()).toBe(false);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

const refuseToStore = (name: string) => {
  const factory = new IDBFactory();
  vi.spyOn(factory, 'open').mockImplementation(() => {
    throw new DOMException('Refused', name);
  });
  return factory;
};

test.each([
  ['without IndexedDB', () => null],
  ['where the browser refuses IndexedDB, as in some private modes', () => refuseToStore('SecurityError')],
])('%s a session has no key, and goes on as before', async (_where, choose) => {
  const harness = createDeviceKeyHarness({ indexedDB: choose() });
  await harness.session.login(ada);
  expect(await harness.session.refresh()).toBe(true);
  expect(await harness.session.refresh()).toBe(true);
  expect(proofs(harness)).toEqual([null, null]);
});

test('where the browser stores no keys a session has none, and goes on as before', async () => {
  const logged = vi.fn();
  const harness = createDeviceKeyHarness({ log: { log: logged, logApiCall: () => {} } });
  vi.spyOn(crypto.subtle, 'generateKey').mockResolvedValueOnce({ privateKey: () => {} } as never);
  await harness.session.login(ada);
  await vi.waitUntil(() => notRegistered(logged));
  expect(harness.server.count(REGISTER)).toBe(0);
  expect(await harness.session.refresh()).toBe(true);
});

test('where the browser forgets the key at once a session has none, and the log says why', async () => {
  const logged = vi.fn();
  const harness = createDeviceKeyHarness({ log: { log: logged, logApiCall: () => {} } });
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    return String(key).startsWith('device-key') ? this.get('nothing') : put.call(this, value, key);
  });
  await harness.session.login(ada);
  const line = await vi.waitUntil(() => notRegistered(logged));
  spy.mockRestore();
  expect(line).toEqual({
    ...{ name: 'device-key-not-registered', level: 'info', category: 'auth', module: 'auth' },
    properties: { error: 'Error: The browser does not keep the key' },
  });
  expect(harness.server.count(REGISTER)).toBe(0);
});

test('a key’s storage that hangs is no refusal: after three seconds the refresh gives up, and the session stays', async () => {
  const harness = createDeviceKeyHarness();
  await signInBound(harness);
  // The connection of the record is open already.
  const asked = vi.spyOn(harness.indexedDB, 'open').mockImplementation(() => ({}) as never);
  const refreshed = harness.session.refresh();
  await vi.waitUntil(() => asked.mock.calls.length > 0);
  await harness.clock.advance(3_000);
  expect(await refreshed).toBe(false);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
  expect(harness.server.count(REFRESH)).toBe(0);
});
