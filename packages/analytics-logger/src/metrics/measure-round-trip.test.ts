import { afterEach, expect, test, vi } from 'vitest';
import { measureRoundTrip } from './measure-round-trip.ts';

const isActive = () => true;

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an answer of any kind is a round trip, fetched without credentials and past every cache', async () => {
  const requests: RequestInit[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}) => {
    requests.push(init);
    return Response.error();
  };
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive })).toBeGreaterThanOrEqual(0);
  expect(requests).toMatchObject([{ cache: 'no-store', credentials: 'omit', mode: 'no-cors' }]);
});

test.each([
  [true, 'visible', 1],
  [true, 'hidden', 0],
  [false, 'visible', 0],
])('a page that is online %s and %s fetches %i times', async (onLine, visibilityState, times) => {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('document', { visibilityState });
  const fetch = vi.fn(async () => new Response());
  await measureRoundTrip({ url: '/healthz', fetch });
  expect(fetch).toHaveBeenCalledTimes(times);
});

test('a worker, which has no page, measures too', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const fetch = async () => Response.error();
  expect(await measureRoundTrip({ url: '/healthz', fetch })).toBeGreaterThanOrEqual(0);
});

test('the round trip is the time from the request to its answer', async () => {
  vi.useFakeTimers();
  const fetch = async () => {
    vi.advanceTimersByTime(120);
    return new Response();
  };
  vi.advanceTimersByTime(1000);
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive })).toBe(120);
  vi.useRealTimers();
});

test('a call that somebody else ends is no round trip', async () => {
  const fetch = () => Promise.reject(new DOMException('ended', 'AbortError'));
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive })).toBeNull();
});

test('without a connection nothing is measured', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive })).toBeNull();
});

test('an answer that takes too long counts as the time limit', async () => {
  const fetch = () => Promise.reject(new DOMException('too long', 'TimeoutError'));
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive, timeoutMs: 50 })).toBe(50);
});

test('an inactive page fetches nothing', async () => {
  const fetch = vi.fn(async () => new Response());
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive: () => false })).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
