import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import { createMemoryLocks, createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGOUT = '/v0/auth/logout';
const REVOKE = '/v0/auth/revocations';
const HOUR_MS = 3_600_000;
/** As long as a refresh token of the server counts. */
const SESSION_MS = 12 * HOUR_MS;

function setUp(options = {}) {
  const indexedDB = new IDBFactory();
  return { indexedDB, ...createSessionHarness({ indexedDB, server: { deviceKeys: true }, ...options }) };
}
type Harness = ReturnType<typeof setUp>;

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

/** The sign-outs that are stored. */
const readWaiting = async ({ indexedDB, clock }: Harness) =>
  (await createIndexedDbRotationStore(indexedDB, clock).read())?.revocations ?? [];
const countWaiting = async (harness: Harness) => (await readWaiting(harness)).length;

/** Signs in and out while the server is out of reach. */
async function leaveOffline({ session, server }: Harness): Promise<string> {
  await session.login(ada);
  const token = (await session.getAccessToken()) ?? '';
  server.answerNext(LOGOUT, offline);
  const before = server.count(REVOKE);
  server.answerAlways(REVOKE, offline);
  await session.logout();
  await vi.waitUntil(() => server.count(REVOKE) > before, { timeout: 10_000 });
  return token;
}

const handles = ({ server }: Harness) =>
  server.requests.filter(({ path }) => path === REVOKE).map(({ body }) => (body as { handles: string[] }).handles);

async function isOver({ server }: Harness, token: string): Promise<boolean> {
  const answer = await server.fetch('http://fake.test/config/v0/scanner', {
    headers: { Authorization: `Bearer ${token}` },
  });
  return answer.status === 401;
}

test('a sign-out that could not be delivered is sent at the next start, without a token, once', async () => {
  const harness = setUp();
  const token = await leaveOffline(harness);
  harness.server.answerAlways(REVOKE, undefined);
  await harness.openTab().start();
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
  const sent = harness.server.requests.filter(({ path }) => path === REVOKE);
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(sent.map(() => null));
  const later = harness.openTab();
  await later.start();
  await later.login({ clerk: 'bob', password: 'secret' });
  await later.logout();
  expect(harness.server.count(REVOKE)).toBe(sent.length);
});

test('a page that is online again sends it', async () => {
  const harness = setUp();
  await harness.session.start();
  const token = await leaveOffline(harness);
  harness.server.answerAlways(REVOKE, undefined);
  harness.events.dispatchEvent(new Event('online'));
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
});

test('the next clerk’s sign-in sends it too', async () => {
  const harness = setUp();
  const token = await leaveOffline(harness);
  harness.server.answerAlways(REVOKE, undefined);
  await harness.session.login({ clerk: 'bob', password: 'secret' });
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

test('a sign-out whose access token was not taken is delivered at once', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  harness.server.answerNext(LOGOUT, () => refuse(401, 'unauthenticated', 'Expired'));
  await harness.session.logout();
  await vi.waitUntil(() => harness.server.count(REVOKE) === 1, { timeout: 10_000 });
});

test('a page in the place of the answers, as of a captive portal, delivers no sign-out', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  const token = (await harness.session.getAccessToken()) ?? '';
  const page = () =>
    new Response('<!doctype html><title>Welcome</title>', { headers: { 'Content-Type': 'text/html' } });
  for (const path of [LOGOUT, REVOKE]) harness.server.answerAlways(path, page);
  await harness.session.logout();
  await vi.waitUntil(() => harness.server.count(REVOKE) === 1, { timeout: 10_000 });
  for (const path of [LOGOUT, REVOKE]) harness.server.answerAlways(path, undefined);
  await harness.openTab().start();
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
});

test('a sign-out that was delivered is not sent again, and one of before waits on', async () => {
  const harness = setUp();
  await leaveOffline(harness);
  await harness.session.login(ada);
  await harness.session.logout();
  expect(await readWaiting(harness)).toEqual([expect.objectContaining({ handle: 'handle-of-refresh-1-0' })]);
});

test('a sign-out where local storage is lost, and the record is not, ends the session of the record', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  const token = (await harness.session.getAccessToken()) ?? '';
  harness.session.stop();
  harness.storage.entries.clear();
  await harness.openTab().logout();
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
});

test('a page that ends before its sign-out is answered leaves it to the next one', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  const token = (await harness.session.getAccessToken()) ?? '';
  harness.server.answerAlways(LOGOUT, () => new Promise(() => {}));
  void harness.session.logout();
  await vi.waitFor(async () => {
    await harness.openTab().start();
    expect(await isOver(harness, token)).toBe(true);
  });
});

test('a page that ends while another tab holds the lock loses no sign-out', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  const token = (await harness.session.getAccessToken()) ?? '';
  const other = harness.openTab();
  await other.start();
  const answered = Promise.withResolvers<void>();
  harness.server.answerNext('/v0/auth/refresh', async () => {
    await answered.promise;
    const tokens = { access_token: 'late', refresh_token: 'late', expires_in: 3600, refresh_expires_in: 43_200 };
    return Response.json({ success: true, tokens });
  });
  const refreshed = other.refresh();
  await vi.waitUntil(() => harness.server.count('/v0/auth/refresh') === 1, { timeout: 10_000 });
  harness.server.answerAlways(LOGOUT, () => new Promise(() => {}));
  // It waits for the lock until the page is closed.
  void harness.session.logout();
  await vi.waitUntil(async () => (await countWaiting(harness)) === 1, { timeout: 10_000 });
  // The other tab may still store its record.
  answered.resolve();
  await refreshed;
  await harness.openTab({ locks: createMemoryLocks() }).start();
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
});

test('who signs in over a session that has expired ends that session on the server', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  const token = (await harness.session.getAccessToken()) ?? '';
  await harness.session.login({ clerk: 'bob', password: 'secret' });
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
  expect(await isOver(harness, (await harness.session.getAccessToken()) ?? '')).toBe(false);
});

test('a session that ends because the start cannot renew it is ended on the server later', async () => {
  const harness = setUp({ offlineGraceMs: 0 });
  await harness.session.login(ada);
  const token = (await harness.session.getAccessToken()) ?? '';
  harness.session.stop();
  harness.clock.jump(2 * HOUR_MS);
  for (const path of ['/v0/auth/refresh', REVOKE]) harness.server.answerAlways(path, offline);
  const page = harness.openTab({ events: harness.events });
  await page.start();
  expect(page.getSnapshot().status).toBe('signed-out');
  harness.server.answerAlways(REVOKE, undefined);
  harness.events.dispatchEvent(new Event('online'));
  await vi.waitUntil(() => isOver(harness, token), { timeout: 10_000 });
});

test('another server under the next configuration gets no handle', async () => {
  const harness = setUp();
  const waiting = { server: 'http://fake.test', handle: 'of this server', endsAt: harness.clock.now() + HOUR_MS };
  await createIndexedDbRotationStore(harness.indexedDB, harness.clock).update(() => ({
    ...{ current: null, currentHash: null, replaced: [] },
    revocations: [waiting, { ...waiting, handle: 'of a session that has ended', endsAt: 0 }],
  }));
  await harness.openTab({ baseUrl: 'http://elsewhere.test' }).start();
  // A page drops what has ended after it has sent the rest.
  await vi.waitUntil(async () => (await countWaiting(harness)) === 1, { timeout: 10_000 });
  expect(harness.server.count(REVOKE)).toBe(0);
  await harness.openTab().start();
  await vi.waitUntil(() => handles(harness).length > 0, { timeout: 10_000 });
  expect(handles(harness)).toEqual([['of this server']]);
});

test('what cannot be delivered is bounded in number, and kept as long as its session would last', async () => {
  const harness = setUp();
  for (let count = 0; count < 34; count += 1) await leaveOffline(harness);
  const last = await vi.waitUntil(() => handles(harness).find((sent) => sent.includes('handle-of-refresh-34-0')));
  expect(last).toHaveLength(32);
  harness.clock.jump(SESSION_MS - 1);
  const early = harness.server.count(REVOKE);
  await harness.openTab().start();
  await vi.waitUntil(() => harness.server.count(REVOKE) > early, { timeout: 10_000 });
  expect(await countWaiting(harness)).toBe(32);
  harness.clock.jump(1);
  await harness.openTab().start();
  await vi.waitFor(async () => expect(await countWaiting(harness)).toBe(0));
});

test('a refused refresh sends nothing: the server has ended the session', async () => {
  const harness = setUp();
  await harness.session.login(ada);
  harness.server.revokeAll();
  expect(await harness.session.refresh()).toBe(false);
  expect(await countWaiting(harness)).toBe(0);
});
