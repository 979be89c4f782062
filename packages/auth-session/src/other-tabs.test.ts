import { afterEach, expect, test, vi } from 'vitest';
import { createSessionFetch } from './create-session-fetch.ts';
import { createMemoryLocks, createSessionHarness, refuse, type SessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const bob = { clerk: 'bob', password: 'secret' };
const REFRESH = '/v0/auth/refresh';

afterEach(() => vi.unstubAllGlobals());

/** A second tab that gets the storage events of the first, as in a browser. */
async function openSecondTab({ openTab, storage }: SessionHarness) {
  const events = new EventTarget();
  const tab = openTab({ events });
  await tab.start();
  const raiseStorageEvent = (key: string | null) =>
    events.dispatchEvent(
      Object.assign(new Event('storage'), { key, newValue: key === null ? null : storage.getItem(key) }),
    );
  return { tab, raiseStorageEvent };
}

test('a sign-in in one tab signs the other in', async () => {
  const harness = createSessionHarness();
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  await harness.session.login(ada);
  raiseStorageEvent('authToken');
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'ada' } });
});

test('a sign-out in one tab signs the other out', async () => {
  const harness = createSessionHarness();
  await harness.session.login(ada);
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  await harness.session.logout();
  raiseStorageEvent('authToken');
  expect(tab.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('another clerk in one tab is another clerk in the other', async () => {
  const harness = createSessionHarness();
  await harness.session.login(ada);
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  await harness.session.logout();
  await harness.session.login({ clerk: 'bob', password: 'secret' });
  raiseStorageEvent('authToken');
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
});

test('a call of one clerk is not repeated with the token of another one, whom another tab has signed in', async () => {
  const { session, server, openTab } = createSessionHarness();
  await session.login(ada);
  server.answerNext('/scantix/v0/scanner/scans', async () => {
    const other = openTab();
    await other.logout();
    await other.login(bob);
    return refuse(401, 'unauthenticated', 'The session has ended');
  });
  const response = await session.fetchWithSession('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  expect(response.status).toBe(401);
  expect(server.count('/scantix/v0/scanner/scans')).toBe(1);
});

test('a call of one clerk is not sent with the token of another one before the storage event of the other tab', async () => {
  const { session, server, openTab } = createSessionHarness();
  await session.login(ada);
  const sessionFetch = createSessionFetch(session);
  const other = openTab();
  await other.logout();
  await other.login(bob);
  const call = sessionFetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  await expect(call).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(server.count('/scantix/v0/scanner/scans')).toBe(0);
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
});

test('a session of another tab counts by the clock as it is set now, also where it was set back before', async () => {
  const harness = createSessionHarness();
  await harness.session.login(ada);
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  harness.clock.jump(-2 * 3_600_000);
  await harness.session.login({ clerk: 'bob', password: 'secret' });
  raiseStorageEvent('authToken');
  expect(await tab.getAccessToken()).toBe(harness.storage.getItem('authToken'));
  expect(harness.server.count('/v0/auth/refresh')).toBe(0);
});

test("a refresh in one tab moves the other's timer", async () => {
  const harness = createSessionHarness();
  await harness.session.login(ada);
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  await harness.clock.advance(30 * 60_000);
  await harness.session.refresh();
  raiseStorageEvent('authToken');
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', expiresAt: harness.clock.now() + 3_600_000 });
});

test('an emptied storage is a sign-out', async () => {
  const harness = createSessionHarness();
  await harness.session.login(ada);
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  harness.storage.entries.clear();
  raiseStorageEvent(null);
  expect(tab.getSnapshot().status).toBe('signed-out');
  expect(await harness.session.getAccessToken()).toBeNull();
  expect(harness.session.getSnapshot().status).toBe('signed-out');
});

test("another package's key changes nothing", async () => {
  const harness = createSessionHarness();
  await harness.session.login(ada);
  const { tab, raiseStorageEvent } = await openSecondTab(harness);
  const before = tab.getSnapshot();
  raiseStorageEvent('theme');
  expect(tab.getSnapshot()).toBe(before);
});

test('a session in memory ends when another tab signs out, and not when one only writes', async () => {
  const { session, storage, events } = createSessionHarness();
  await session.start();
  storage.refuse(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  await session.login(ada);
  const raise = (newValue: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key: 'rememberMe', newValue }));
  raise('true');
  expect(session.getSnapshot().status).toBe('signed-in');
  raise(null);
  expect(session.getSnapshot().status).toBe('signed-out');
});

test('a session in memory ends when another tab signs in', async () => {
  const { session, storage, events, openTab } = createSessionHarness();
  await session.start();
  storage.refuse(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  await session.login(ada);
  storage.refuse(undefined);
  await openTab().login(bob);
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken', newValue: 'access-2-0' }));
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
});

/** Without a usable record, local storage alone tells that another clerk has signed in meanwhile. */
async function answerLate(harness: SessionHarness, other = harness.openTab()) {
  const { session, server, storage, clock } = harness;
  await session.start();
  await session.login(ada);
  await other.start();
  const gate = Promise.withResolvers<void>();
  server.answerNext(REFRESH, async () => {
    await gate.promise;
    const tokens = { access_token: 'late', refresh_token: 'late', expires_in: 3600, refresh_expires_in: 43_200 };
    return Response.json({ success: true, tokens });
  });
  const refreshed = session.refresh();
  await expect.poll(() => server.count(REFRESH)).toBe(1);
  for (const work of [() => other.logout(), () => other.login(bob)]) {
    let isDone = false;
    void work().then(() => {
      isDone = true;
    });
    // Each waits for the lock of the refresh, and then goes on without it.
    await vi.waitFor(async () => {
      await clock.advance(4_000);
      expect(isDone).toBe(true);
    });
  }
  gate.resolve();
  await refreshed;
  expect(storage.getItem('authToken')).toBe('access-2-0');
  expect(storage.getItem('refreshToken')).toBe('refresh-2-0');
  expect(await other.getAccessToken()).toBe('access-2-0');
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
  expect(await session.getAccessToken()).toBe('access-2-0');
}

test("where IndexedDB refuses, a late refresh does not put one clerk's tokens under another's name", async () => {
  const open = () => {
    throw new DOMException('Blocked', 'SecurityError');
  };
  await answerLate(createSessionHarness({ indexedDB: { open } as unknown as IDBFactory }));
});

test('where a page cannot hash and has no locks, it does not either', async () => {
  vi.stubGlobal('crypto', {});
  const harness = createSessionHarness();
  await answerLate(harness, harness.openTab({ locks: createMemoryLocks() }));
});
