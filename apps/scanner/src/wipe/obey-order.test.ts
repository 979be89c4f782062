import { HEADERS } from '@scantix/api-contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginWipe } from './begin-wipe.ts';
import { obeyOrder } from './obey-order.ts';

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('./begin-wipe.ts', () => ({ beginWipe: vi.fn(async () => {}) }));

const API = 'https://scan.example';
const ORDER = '0197b0a4-0000-4000-8000-000000000001';

beforeEach(() => {
  vi.mocked(beginWipe).mockClear();
  vi.stubGlobal('window', { location: { href: `${API}/` } });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

/** An answer with an order, from an address. */
function answer({ url = `${API}/config/v0/scanner`, redirected = false, headers = {}, status = 200 } = {}) {
  const all = { [HEADERS.serverBuild]: 'b1', [HEADERS.wipe]: ORDER, ...headers };
  return Object.defineProperties(new Response('{}', { status, headers: all }), {
    url: { value: url },
    redirected: { value: redirected },
  });
}

/** The app, with scans that wait: each drain sends so many. `null`: they cannot be counted. */
function makeApp({ waiting = 0 as number | null, sends = 0, lost = 0, then = async () => answer() } = {}) {
  let left = waiting;
  /** What an answer has told of, and a drain offers again. */
  let heard = 0;
  const ledger = {
    countWaiting: async () => left,
    refreshTickets: async () => {
      heard = lost;
    },
    drain: vi.fn(async () => {
      if (left === null) return;
      left = Math.max(0, left - sends) + heard;
      heard = 0;
    }),
  };
  const app = { configuration: { apiBaseUrl: API }, ledger, session: { fetchWithSession: vi.fn(then) }, logger: {} };
  return app as unknown as Parameters<typeof obeyOrder>[0] & { readonly ledger: typeof ledger };
}

test('a device that has nothing to send is wiped by the order', async () => {
  const app = makeApp();
  await obeyOrder(app, answer());
  expect(beginWipe).toHaveBeenCalledExactlyOnceWith(app, { order: ORDER });
});

test.each([
  ['comes from another origin', { url: 'https://evil.example/config/v0/scanner' }],
  ['was redirected', { redirected: true }],
  ['names no build of the server', { headers: { [HEADERS.serverBuild]: '' } }],
])('an order does not count where the answer %s', async (_case, parts) => {
  const forged = answer(parts);
  if ('headers' in parts) forged.headers.delete(HEADERS.serverBuild);
  await obeyOrder(makeApp(), forged);
  expect(beginWipe).not.toHaveBeenCalled();
});

test('what waits is sent first, as long as something is sent', async () => {
  const app = makeApp({ waiting: 5, sends: 2 });
  await obeyOrder(app, answer());
  expect(app.ledger.drain).toHaveBeenCalledTimes(3);
  const stuck = makeApp({ waiting: 5 });
  await obeyOrder(stuck, answer());
  expect(stuck.ledger.drain).toHaveBeenCalledTimes(3);
  const uncounted = makeApp({ waiting: null });
  await obeyOrder(uncounted, answer());
  expect(uncounted.ledger.drain).toHaveBeenCalledTimes(3);
  expect(beginWipe).toHaveBeenCalledTimes(3);
});

test('what a restored server has lost is sent first, where nothing waited before the server was asked', async () => {
  const app = makeApp({ lost: 2, sends: 2 });
  await obeyOrder(app, answer());
  expect(await app.ledger.countWaiting()).toBe(0);
  expect(app.ledger.drain).toHaveBeenCalledTimes(3);
  expect(beginWipe).toHaveBeenCalledOnce();
});

test('what waits is sent before a server that does not answer in time tells what it has lost', async () => {
  vi.useFakeTimers();
  const app = makeApp({ waiting: 5, sends: 2 });
  app.ledger.refreshTickets = () => new Promise(() => {});
  const obeying = obeyOrder(app, answer());
  await vi.advanceTimersByTimeAsync(5_000);
  await obeying;
  vi.useRealTimers();
  expect(await app.ledger.countWaiting()).toBe(0);
  expect(beginWipe).toHaveBeenCalledOnce();
});

test('an order that was taken back meanwhile is not obeyed', async () => {
  const then = async () => {
    const next = answer();
    next.headers.delete(HEADERS.wipe);
    return next;
  };
  await obeyOrder(makeApp({ then }), answer());
  expect(beginWipe).not.toHaveBeenCalled();
});

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the session was ended', async () => answer({ status: 401, headers: { [HEADERS.wipe]: '' } })],
])('an order counts where %s when the device asks again', async (_case, then) => {
  await obeyOrder(makeApp({ then }), answer());
  expect(beginWipe).toHaveBeenCalledOnce();
});

test('an order that was carried out before the clerk signed in again is only reported', async () => {
  localStorage.setItem('scannerWiped', JSON.stringify({ order: ORDER, kept: 2 }));
  const call = vi.fn(async (_address: string, _init: RequestInit) => Response.json({ success: true }));
  vi.stubGlobal('fetch', call);
  await obeyOrder(makeApp(), answer());
  expect(beginWipe).not.toHaveBeenCalled();
  expect(call.mock.calls[0]?.[0]).toBe(`${API}/scantix/v0/scanner/wipes/${ORDER}/done`);
  expect(call.mock.calls[0]?.[1].body).toBe('{"kept":2}');
  expect(localStorage.getItem('scannerWiped')).toBeNull();
});
