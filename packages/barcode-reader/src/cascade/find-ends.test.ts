import { expect, test } from 'vitest';
import { findEnds } from './find-ends.ts';

/** Bars of two samples a module: light where the text has a blank. */
const seenOf = (modules: string) =>
  Float32Array.from({ length: modules.length * 2 }, (_, at) => (modules[at >> 1] === ' ' ? 200 : 40));

const code = '# #  # ## #   # ## # # ## #  # # #';
const quiet = ' '.repeat(8);

test('a code begins and ends where nothing happens beyond', () => {
  const [best] = findEnds(seenOf(`${quiet}${code}${quiet}`), 2);
  expect(Math.abs((best?.start ?? 0) - 16)).toBeLessThanOrEqual(2);
  expect(Math.abs((best?.end ?? 0) - (16 + 2 * code.length))).toBeLessThanOrEqual(2);
});

test('edges beside a code are not taken for a part of it', () => {
  const [best] = findEnds(seenOf(`##${quiet}${code}${quiet}# `), 2);
  expect(Math.abs((best?.start ?? 0) - 20)).toBeLessThanOrEqual(2);
  expect(Math.abs((best?.end ?? 0) - (20 + 2 * code.length))).toBeLessThanOrEqual(2);
});

test('an even strip has no ends', () => {
  expect(findEnds(new Float32Array(200).fill(90), 2)).toEqual([]);
});
