import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNetworkSpeed } from './create-network-speed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('it is slow when the median of three round trips is, and no longer when they are quick', async () => {
  const trips = [4_000, 200, 1_000, 1_500, null, 300, 250];
  const speed = createNetworkSpeed({ measure: async () => trips.shift() ?? null });
  const seen: (number | null)[] = [];
  speed.subscribe(() => seen.push(speed.getSlowMs()));
  speed.start();
  await vi.advanceTimersByTimeAsync(30_000 * 6);
  expect(seen).toEqual([1_000, null]);
  expect(trips).toEqual([]);
});

test('fewer than three round trips are no measurement', async () => {
  const speed = createNetworkSpeed({ measure: async () => 9_000 });
  speed.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(speed.getSlowMs()).toBeNull();
});

test('a second start measures no more often', async () => {
  const measure = vi.fn(async () => 100);
  const speed = createNetworkSpeed({ measure });
  speed.start();
  speed.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(measure).toHaveBeenCalledTimes(2);
});

test('a stop ends the measurements, and a start begins them again', async () => {
  const measure = vi.fn(async () => 100);
  const speed = createNetworkSpeed({ measure });
  speed.start();
  speed.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(measure).toHaveBeenCalledTimes(1);
  speed.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(measure).toHaveBeenCalledTimes(3);
});

test('only the last three round trips count, and one that could not be measured counts as none', async () => {
  const trips = [100, 100, 100, 2_000, null, 3_000];
  const speed = createNetworkSpeed({ measure: async () => trips.shift() ?? null });
  speed.start();
  await vi.advanceTimersByTimeAsync(30_000 * 4);
  expect(speed.getSlowMs()).toBeNull();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(speed.getSlowMs()).toBe(2_000);
});
