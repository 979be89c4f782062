import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../create-app.ts';
import { systemRandom } from '../system/random.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { createLoginLimits } from './login-limits.ts';
import { createPasswords } from './passwords.ts';

const DAY_MS = 24 * 3_600_000;
const LIMITS = { account: { burst: 3, drainMs: 30_000 }, address: { burst: 5, drainMs: 1_000 } };

// Each sign-in computes a hash.
vi.setConfig({ testTimeout: START_MS });

let server: TestServer;
beforeAll(async () => {
  const passwords = createPasswords({ random: systemRandom, concurrency: 1, waiting: 1 });
  server = await startTestServer(await createMemoryDatabase(), { loginLimits: LIMITS, passwords });
}, START_MS);
// Each test begins with all its attempts, also after one that failed.
afterEach(() => server.clock.advance(DAY_MS));
afterAll(() => server.stop());

interface Attempt {
  readonly clerk?: string;
  readonly password?: string;
  readonly cookie?: string;
  readonly deviceId?: string;
  /** The server of the call. @default the test server */
  readonly via?: (path: string, init: RequestInit) => Response | Promise<Response>;
}

/** Signs in with a cookie; resolves with the status and the cookie that the answer sets. */
async function attempt({ clerk, password = TEST_PASSWORD, cookie, deviceId, via }: Attempt = {}) {
  const send = via ?? ((path, init) => fetch(server.url + path, init));
  const device = { ...TEST_DEVICE, device_id: deviceId ?? TEST_DEVICE.device_id };
  const answer = await send('/v0/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: `other=1; ${cookie}` } : {}) },
    body: JSON.stringify({ clerk: clerk ?? server.north.clerk.login, password, remember_me: false, ...device }),
  });
  const set = answer.headers.get('Set-Cookie') ?? '';
  return { status: answer.status, cookie: set.split(';')[0] ?? '', set, body: await answer.json() };
}

/** Somebody at the venue uses up the limits of the address, and of a clerk. */
async function lockOut(clerk: string) {
  for (let count = 0; count < LIMITS.account.burst; count += 1) await attempt({ clerk, password: 'guess' });
  for (let count = 0; count < LIMITS.address.burst; count += 1)
    await attempt({ clerk: `x.${count}`, password: 'guess' });
}

test('nobody at the venue can keep a clerk out of a device that has signed in before', async () => {
  const clerk = server.north.clerk.login;
  const { cookie, set } = await attempt();
  expect(set).toMatch(/^scantix-device=[\w-]{43}; Max-Age=7776000; Path=\/v0\/auth; HttpOnly; SameSite=Strict$/);
  await lockOut(clerk);
  expect(await attempt()).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', message: 'Too many sign-in attempts. Please wait and try again.' },
  });
  expect((await attempt({ cookie })).status).toBe(200);
  // The next process counts in the same database.
  const other = createApp(server.parts);
  const via = (path: string, init: RequestInit) => other.request(path, init);
  expect([(await attempt({ via })).status, (await attempt({ via, cookie })).status]).toEqual([429, 200]);
});

test('a cookie helps on its own device and for its own login name only, and for 90 days', async () => {
  const { cookie } = await attempt();
  const colleague = server.north.colleague.login;
  await lockOut(server.north.clerk.login);
  expect((await attempt({ cookie, deviceId: 'another-device' })).status).toBe(429);
  expect((await attempt({ cookie, clerk: colleague })).status).toBe(429);
  // The last character but one: of the last one, two bits are padding.
  const other = cookie.at(-2) === 'A' ? 'B' : 'A';
  expect((await attempt({ cookie: cookie.slice(0, -2) + other + cookie.slice(-1) })).status).toBe(429);
  for (const made of ['scantix-device=', `scantix-device=${'A'.repeat(43)}`, `scantix-device=${'.'.repeat(5_000)}`])
    expect((await attempt({ cookie: made })).status).toBe(429);
  // What comes behind eight entries is not looked at.
  const behind = (count: number) => cookie.replace('=', `=${`${'A'.repeat(43)}.`.repeat(count)}`);
  expect((await attempt({ cookie: behind(8) })).status).toBe(429);
  expect((await attempt({ cookie: behind(7) })).status).toBe(200);
  server.clock.advance(90 * DAY_MS - 1_000);
  await lockOut(server.north.clerk.login);
  expect((await attempt({ cookie })).status).toBe(200);
  server.clock.advance(1_000);
  expect((await attempt({ cookie })).status).toBe(429);
});

test('who has stolen a cookie guesses no faster for long, and locks nobody out', async () => {
  const { cookie } = await attempt();
  const guesses = [];
  for (let count = 0; count < 8; count += 1) guesses.push((await attempt({ cookie, password: 'guess' })).status);
  // Its own limit, then that of an unknown device.
  expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  server.clock.advance(LIMITS.account.drainMs);
  expect((await attempt({ cookie })).status).toBe(200);
});

test('each known device has a limit of its own for each login name, and a sign-in that succeeds does not count', async () => {
  const once = { burst: 1, drainMs: DAY_MS };
  const limits = createLoginLimits({ ...server, rules: { account: once, address: once } });
  const take = (loginKey: string, device: string) => limits.take({ loginKey, device, address: '203.0.113.9' });
  const isKnown = async (...which: [string, string]) => {
    const attempt = await take(...which);
    return attempt.granted && attempt.known !== null;
  };
  const first = await take('own.limit', 'one');
  if (first.granted) await first.giveBack();
  expect(await isKnown('own.limit', 'one')).toBe(true);
  expect([await isKnown('own.limit', 'two'), await isKnown('another', 'one')]).toEqual([true, true]);
  expect(await isKnown('own.limit', 'one')).toBe(false);
});

test('a clock that is set back keeps nobody waiting for longer', async () => {
  const limits = createLoginLimits({ ...server, rules: LIMITS });
  const take = async () => (await limits.take({ loginKey: 'clock', address: '203.0.113.10' })).granted;
  server.clock.advance(2 * 3_600_000);
  for (let count = 0; count < LIMITS.account.burst; count += 1) expect(await take()).toBe(true);
  server.clock.advance(-2 * 3_600_000);
  expect(await take()).toBe(false);
  server.clock.advance(LIMITS.account.drainMs);
  expect([await take(), await take()]).toEqual([true, false]);
  // The clocks of two servers differ by a minute: that drains nothing.
  server.clock.advance(-2 * LIMITS.account.drainMs);
  await take();
  server.clock.advance(2 * LIMITS.account.drainMs);
  expect(await take()).toBe(false);
});

test('a device that clerks share knows eight of them, and gives each the same entry again', async () => {
  const { cookie: one } = await attempt();
  const { cookie: both } = await attempt({ cookie: one, clerk: server.north.colleague.login });
  const entries = (cookie: string) => cookie.replace('scantix-device=', '').split('.');
  expect(entries(both)).toHaveLength(2);
  const { cookie: again } = await attempt({ cookie: both });
  expect(entries(again)).toHaveLength(2);
  expect(entries(again)[1]).toBe(entries(both)[0]);
  // Its id stays, which is the first 12 bytes, and with it the count of failures.
  expect(entries(again)[0]?.slice(0, 16)).toBe(entries(both)[1]?.slice(0, 16));
  const { cookie: colleague } = await attempt({ cookie: again, clerk: server.north.colleague.login });
  expect(entries(colleague)[0]?.slice(0, 16)).toBe(entries(both)[0]?.slice(0, 16));
  const full = `scantix-device=${entries(both)
    .concat(Array(20).fill('A'.repeat(43)))
    .join('.')}`;
  expect(entries((await attempt({ cookie: full, deviceId: 'third' })).cookie)).toHaveLength(8);
});

test('a correct password on a known device does not wait behind the others', async () => {
  const { cookie } = await attempt();
  server.clock.advance(DAY_MS);
  const others = Array.from({ length: 4 }, (_, index) => attempt({ clerk: `crowd.${index}`, password: 'x' }));
  const [known, ...rest] = await Promise.all([attempt({ cookie }), ...others]);
  expect(rest.find(({ status }) => status === 503)?.body).toEqual({
    ...{ success: false, code: 'unavailable', retry_after_ms: 2_000 },
    message: 'Too many people are signing in right now.',
  });
  expect(known.status).toBe(200);
});
