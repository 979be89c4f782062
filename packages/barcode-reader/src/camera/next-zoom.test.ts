import { expect, test } from 'vitest';
import { nextZoom } from './next-zoom.ts';

test.each([
  [1, 1, 8, 2],
  [2, 1, 8, 4],
  [4, 1, 8, 1],
  [2, 1, 3, 1],
  [1.98, 1, 8, 4],
  [0.5, 0.5, 8, 1],
  [8, 0.5, 8, 1],
])('from %f on a lens of %f to %f to %f', (zoom, minimum, maximum, next) => {
  expect(nextZoom(zoom, { minimum, maximum, step: 0.1 })).toBe(next);
});
