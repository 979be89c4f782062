import { expect, test, vi } from 'vitest';
import { createBodyCache } from './create-body-cache.ts';

const load = (bytes: number) => vi.fn(async () => new Uint8Array(bytes));

test('callers at the same time, and later ones, share one load', async () => {
  const cache = createBodyCache({ maxBytes: 10 });
  const once = load(4);
  const bodies = await Promise.all([cache.get('a', once), cache.get('a', once)]);
  expect([bodies[0] === bodies[1], await cache.get('a', once), once.mock.calls.length]).toEqual([true, bodies[0], 1]);
});

test('what was asked for the longest time ago makes room', async () => {
  const cache = createBodyCache({ maxBytes: 10 });
  const [a, b, c] = [load(4), load(4), load(4)];
  await cache.get('a', a);
  await cache.get('b', b);
  await cache.get('a', a);
  await cache.get('c', c);
  await cache.get('a', a);
  await cache.get('b', b);
  expect([a, b, c].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1]);
});

test('a body larger than the cache is given out, and not kept', async () => {
  const cache = createBodyCache({ maxBytes: 10 });
  const large = load(11);
  expect(await cache.get('large', large)).toHaveLength(11);
  await cache.get('large', large);
  expect(large).toHaveBeenCalledTimes(2);
});

test('what is missing or fails is asked for again', async () => {
  const cache = createBodyCache({ maxBytes: 10 });
  expect(await cache.get('a', async () => null)).toBeNull();
  await expect(cache.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await cache.get('a', load(1))).toHaveLength(1);
});
