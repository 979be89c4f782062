import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { createIndexedDbRotationStore } from './indexed-db-rotation-store.ts';
import { createFakeClock, createSessionHarness, type FakeClock } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

afterEach(() => vi.unstubAllGlobals());

/** Signs in where a session goes on for four hours without the server, which is out of reach from then on. */
async function signInAndLeaveNetwork(hasDate = true) {
  const indexedDB = new IDBFactory();
  const harness = createSessionHarness({ indexedDB, offlineGraceMs: 4 * HOUR_MS });
  const { server } = harness;
  if (!hasDate) server.answerNext('/v0/auth/login', () => loginWithoutDate());
  await harness.session.start();
  await harness.session.login(ada);
  server.answerAlways('/v0/auth/refresh', () => Promise.reject(new TypeError('Failed to fetch')));
  /** What a page notes is stored in the background: a transaction that begins later sees it. */
  const stored = () => createIndexedDbRotationStore(indexedDB, createFakeClock()).read();
  return { ...harness, stored };
}
type Harness = Awaited<ReturnType<typeof signInAndLeaveNetwork>>;

/** As another maker's server on another origin, whose `Date` the page does not see. */
function loginWithoutDate(): Response {
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_expires_in: 43_200 };
  const user = { id: '1', clerk: 'ada', user_name: 'Ada', domain: 'demo', workgroup: 'gate' };
  return Response.json({ success: true, tokens, user }, { headers: { Date: '-' } });
}

/** A new page: its steady clock begins at 0, and the wall clock is what the device shows. */
async function load({ openTab }: Harness, shows: number) {
  const clock = createFakeClock(shows);
  const page = openTab({ clock });
  await page.start();
  return { clock, page };
}

/** Time passes, and the app asks for tokens all the while. */
async function use({ stored }: Harness, page: Harness['session'], clock: FakeClock, ms: number) {
  for (let passed = 0; passed < ms; passed += 10 * MINUTE_MS) {
    await clock.advance(10 * MINUTE_MS);
    await page.getAccessToken();
  }
  await stored();
}

test.each([
  ['', true],
  [', at a server that shows no Date', false],
])(
  'a clock that is set back before each load of the page does not lengthen the offline grace%s',
  async (_at, hasDate) => {
    const harness = await signInAndLeaveNetwork(hasDate);
    const signedInAt = harness.clock.now();
    await use(harness, harness.session, harness.clock, HOUR_MS + 30 * MINUTE_MS);
    harness.session.stop();
    let { clock, page } = await load(harness, signedInAt);
    expect(page.getSnapshot()).toMatchObject({ status: 'signed-in', offline: true });
    await use(harness, page, clock, 3 * HOUR_MS);
    page.stop();
    ({ page } = await load(harness, signedInAt));
    expect(page.getSnapshot()).toMatchObject({ status: 'signed-in', offline: true });
    const { expiresAt } = page.getSnapshot() as { expiresAt: number };
    // Each of the two pages before has noted its time at most a minute before it ended.
    expect(expiresAt).toBeLessThanOrEqual(signedInAt + 32 * MINUTE_MS);
    page.stop();
    ({ clock, page } = await load(harness, signedInAt));
    await use(harness, page, clock, 40 * MINUTE_MS);
    page.stop();
    ({ page } = await load(harness, signedInAt));
    expect(page.getSnapshot()).toEqual({ status: 'signed-out', error: null });
  },
);

test('a clock that is set back before the token expires does not keep it valid', async () => {
  const harness = await signInAndLeaveNetwork();
  const signedInAt = harness.clock.now();
  await use(harness, harness.session, harness.clock, 50 * MINUTE_MS);
  harness.session.stop();
  const { clock, page } = await load(harness, signedInAt);
  expect(page.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
  await clock.advance(11 * MINUTE_MS);
  await expect.poll(() => page.getSnapshot()).toMatchObject({ offline: true });
});

test('a page that is left for the settings has noted its time', async () => {
  const harness = await signInAndLeaveNetwork();
  const signedInAt = harness.clock.now();
  await harness.clock.advance(50 * MINUTE_MS);
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  harness.events.dispatchEvent(new Event('visibilitychange'));
  await harness.stored();
  vi.unstubAllGlobals();
  harness.session.stop();
  const { clock, page } = await load(harness, signedInAt);
  await clock.advance(11 * MINUTE_MS);
  await expect.poll(() => page.getSnapshot()).toMatchObject({ offline: true });
});

test('a page that is hidden while nobody is signed in has nothing to note', async () => {
  const events = new EventTarget();
  const listen = vi.spyOn(events, 'addEventListener');
  await createSessionHarness().openTab({ events }).start();
  const onHide = listen.mock.calls.find(([name]) => name === 'visibilitychange')?.[1] as (event: Event) => void;
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  expect(() => onHide(new Event('visibilitychange'))).not.toThrow();
});

test('a clock that ran ahead for a while takes nothing from the grace', async () => {
  const harness = await signInAndLeaveNetwork();
  harness.clock.jump(24 * HOUR_MS);
  await harness.session.getAccessToken();
  await harness.clock.advance(2 * MINUTE_MS);
  await harness.session.getAccessToken();
  harness.clock.jump(-24 * HOUR_MS);
  harness.session.stop();
  await harness.stored();
  const { page } = await load(harness, harness.clock.now() + HOUR_MS);
  expect(page.getSnapshot()).toMatchObject({ status: 'signed-in', offline: true });
});

test('a session that the server has renewed is as young as its tokens, whatever was noted', async () => {
  const harness = await signInAndLeaveNetwork();
  const signedInAt = harness.clock.now();
  await use(harness, harness.session, harness.clock, 3 * HOUR_MS);
  harness.clock.jump(-3 * HOUR_MS);
  harness.server.answerAlways('/v0/auth/refresh', undefined);
  expect(await harness.session.refresh()).toBe(true);
  harness.server.answerAlways('/v0/auth/refresh', () => Promise.reject(new TypeError('Failed to fetch')));
  harness.session.stop();
  const { page } = await load(harness, signedInAt);
  expect(page.getSnapshot()).toMatchObject({ status: 'signed-in', offline: false });
});

test('a clock that is set back right after a failed attempt does not put off the next one', async () => {
  const { session, clock, server } = await signInAndLeaveNetwork();
  await clock.advance(61 * MINUTE_MS);
  expect(await session.getAccessToken()).toBe(null);
  // As networks do that tell the time when they are back.
  clock.jump(-3 * HOUR_MS);
  server.answerAlways('/v0/auth/refresh', undefined);
  await clock.advance(6_000);
  expect(await session.getAccessToken()).toEqual(expect.any(String));
});
