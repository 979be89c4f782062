import { expect, test } from 'vitest';
import { createIdSource, systemRandom } from './random.ts';

test('any number of bytes can be drawn, and what was drawn does not come again', () => {
  for (const length of [0, 1, 3, 4, 5, 16, 5_000]) expect(systemRandom(length)).toHaveLength(length);
  const drawn = Array.from({ length: 5_000 }, () => Buffer.from(systemRandom(4)).readUInt32LE());
  // Of 5,000 numbers of 32 bits two are equal by chance once in 340 runs, and three pairs once in 240 million.
  expect(new Set(drawn).size).toBeGreaterThan(4_997);
});

test('ids are of one time, unequal and ascending', () => {
  const newId = createIdSource({ clock: { now: () => 1_795_000_000_000 }, random: systemRandom });
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids).size).toBe(5_000);
  expect(ids.toSorted()).toEqual(ids);
});
