import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { createAuthSession } from './create-auth-session.ts';
import { chooseEvents, chooseIndexedDb, chooseLocks, chooseRotationStore } from './environment.ts';
import { hashToken } from './hash-token.ts';
import { beginRotation } from './rotation-record.ts';
import { createFakeClock, fakeDeviceIdentity } from './testing/index.ts';

afterEach(() => vi.unstubAllGlobals());

test('a server that renders the page creates a session of the page, which is restoring', () => {
  const session = createAuthSession({ baseUrl: '/', deviceIdentity: fakeDeviceIdentity });
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
});

const record = beginRotation(
  { accessToken: 'a', expiresAt: 1, refreshToken: 'r', refreshExpiresAt: 2, clockOffsetMs: null },
  'h',
);

test('the record is in the browser’s IndexedDB, unless the caller passes another one or none', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const own = new IDBFactory();
  const open = (factory = chooseIndexedDb()) => chooseRotationStore(factory, createFakeClock());
  await open().update(() => record);
  expect(await open().read()).toEqual(record);
  expect(await open(own).read()).toBeNull();
  expect(await open(null).read()).toBeNull();
});

test('a browser that throws where IndexedDB is read has none', () => {
  vi.stubGlobal('indexedDB', undefined);
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const session = createAuthSession({ baseUrl: 'http://fake.test', deviceIdentity: fakeDeviceIdentity });
  expect(session.getSnapshot()).toEqual({ status: 'restoring' });
});

test('where there is no IndexedDB the record is in memory', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const store = chooseRotationStore(chooseIndexedDb(), createFakeClock());
  await store.update(() => record);
  expect(await store.read()).toEqual(record);
});

test('the locks are those of all tabs; where there are none, those of this tab', async () => {
  const locks = { request: vi.fn() };
  vi.stubGlobal('navigator', { locks });
  expect(chooseLocks()).toBe(locks);
  for (const navigator of [{}, undefined]) {
    vi.stubGlobal('navigator', navigator);
    expect(await chooseLocks().request('name', {}, async () => 'mine')).toBe('mine');
  }
});

test('the events are those of the window; where there is none, nobody’s', () => {
  vi.stubGlobal('addEventListener', () => {});
  expect(chooseEvents()).toBe(globalThis);
  vi.stubGlobal('addEventListener', undefined);
  expect(chooseEvents()).not.toBe(globalThis);
  expect(chooseEvents()).toBeInstanceOf(EventTarget);
});

test('a page that is not secure makes no hash: it has no record', async () => {
  for (const crypto of [undefined, {}]) {
    vi.stubGlobal('crypto', crypto);
    expect(await hashToken('token')).toBeNull();
  }
});
