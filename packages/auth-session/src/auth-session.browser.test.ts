import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthSession, createAuthSession, systemClock } from './index.ts';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import {
  createFakeAuthServer,
  type FakeAuthServer,
  fakeDeviceIdentity,
  rotationStoreContract,
  sessionLocksContract,
} from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const sessions: AuthSession[] = [];

beforeEach(removeAll);
afterEach(() => {
  for (const session of sessions.splice(0)) session.stop();
});

/** Local storage and IndexedDB as on a first visit. */
async function removeAll(): Promise<void> {
  localStorage.clear();
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('scantix-auth-session');
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

/** A session on the browser's own storage, IndexedDB, locks, timers and window: what a tab has. */
function openTab(server: FakeAuthServer): AuthSession {
  const session = createAuthSession({ baseUrl: '/', deviceIdentity: fakeDeviceIdentity, fetch: server.fetch });
  sessions.push(session);
  return session;
}

function expire(): void {
  localStorage.setItem('tokenExpiration', String(Date.now() - 1));
}

/** The record as IndexedDB holds it. */
function readRecord() {
  return createIndexedDbRotationStore(indexedDB, systemClock).read();
}

describe("the rotation store in the browser's IndexedDB", () => {
  const createStorage = () => () => createIndexedDbRotationStore(indexedDB, systemClock);
  for (const { title, run } of rotationStoreContract({ createStorage })) test(title, run);
});

describe("the browser's locks", () => {
  for (const { title, run } of sessionLocksContract({ createLocks: () => navigator.locks })) test(title, run);
});

test('a session is signed in, restored by the next page, refreshed and signed out', async () => {
  const server = createFakeAuthServer();
  const first = openTab(server);
  await first.start();
  expect(first.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  expect(await first.login({ ...ada, rememberMe: true })).toMatchObject({ ok: true });
  expect(localStorage.getItem('rememberMe')).toBe('true');

  const next = openTab(server);
  await next.start();
  expect(next.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'ada' } });
  expect(await next.refresh()).toBe(true);
  expect(localStorage.getItem('authToken')).toBe('access-1-1');
  expect(await readRecord()).toMatchObject({ current: { accessToken: 'access-1-1' } });

  await next.logout();
  expect(localStorage.length).toBe(0);
  expect(await readRecord()).toMatchObject({ current: null, currentHash: null });
});

test('a thousand concurrent callers make one request', async () => {
  const server = createFakeAuthServer();
  const session = openTab(server);
  await session.login(ada);
  expire();
  const tokens = await Promise.all(Array.from({ length: 1_000 }, () => session.getAccessToken()));
  expect(new Set(tokens)).toEqual(new Set(['access-1-1']));
  expect(server.count(REFRESH)).toBe(1);
});

test('eight tabs share one refresh under the lock, time after time', async () => {
  const server = createFakeAuthServer();
  const tabs = Array.from({ length: 8 }, () => openTab(server));
  await tabs[0]?.login(ada);
  for (let generation = 1; generation <= 20; generation += 1) {
    expire();
    const tokens = await Promise.all(tabs.map((tab) => tab.getAccessToken()));
    expect(new Set(tokens)).toEqual(new Set([`access-1-${generation}`]));
  }
  expect(server.count(REFRESH)).toBe(20);
  expect(server.countStaleTokens()).toBe(0);
});

test('the event on the window makes eight tabs refresh once', async () => {
  const server = createFakeAuthServer();
  const tabs = Array.from({ length: 8 }, () => openTab(server));
  await tabs[0]?.login(ada);
  await Promise.all(tabs.map((tab) => tab.start()));
  window.dispatchEvent(new Event('token-refresh-needed'));
  await expect.poll(() => localStorage.getItem('authToken')).toBe('access-1-1');
  await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(0);
  expect(server.count(REFRESH)).toBe(1);
});

test('a sign-out in a second document signs this one out', async () => {
  const server = createFakeAuthServer();
  const session = openTab(server);
  await session.start();
  await session.login(ada);
  const frame = document.createElement('iframe');
  document.body.append(frame);
  frame.contentWindow?.localStorage.removeItem('authToken');
  await expect.poll(() => session.getSnapshot().status).toBe('signed-out');
  frame.remove();
});

test('a lock that another page never releases delays a refresh by four seconds at most', {
  timeout: 10_000,
}, async () => {
  const server = createFakeAuthServer();
  const session = openTab(server);
  await session.login(ada);
  expire();
  const held = Promise.withResolvers<void>();
  const acquired = Promise.withResolvers<void>();
  const lock = navigator.locks.request('scantix-auth-session', () => {
    acquired.resolve();
    return held.promise;
  });
  await acquired.promise;
  const startedAt = performance.now();
  expect(await session.getAccessToken()).toBe('access-1-1');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  held.resolve();
  await lock;
});

test('a relative address is that of the page as it is at the call, as for fetch', async () => {
  const sent: string[] = [];
  const session = createAuthSession({
    baseUrl: '/',
    deviceIdentity: fakeDeviceIdentity,
    fetch: async (input) => {
      sent.push(String(input));
      return new Response();
    },
  });
  const before = location.href;
  const base = Object.assign(document.createElement('base'), { href: '/of-base/' });
  history.pushState(null, '', '/stock/bins/7');
  await session.fetchWithSession('items');
  document.head.append(base);
  await session.fetchWithSession('items');
  base.remove();
  history.replaceState(null, '', before);
  expect(sent).toEqual([`${location.origin}/stock/bins/items`, `${location.origin}/of-base/items`]);
});
