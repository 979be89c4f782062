import { expect, test } from 'vitest';
import { measureRoundTrip } from './measure-round-trip.ts';

const isActive = () => true;

test('an answer of any kind is a round trip, fetched without credentials and past every cache', async () => {
  const requests: RequestInit[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}) => {
    requests.push(init);
    return Response.error();
  };
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive })).toBeGreaterThanOrEqual(0);
  expect(requests).toMatchObject([{ cache: 'no-store', credentials: 'omit', mode: 'no-cors' }]);
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
  const fetch = () => Promise.reject(new Error('fetched'));
  expect(await measureRoundTrip({ url: '/healthz', fetch, isActive: () => false })).toBeNull();
});
