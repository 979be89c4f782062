import { expect, test } from 'vitest';
import { forecastPlace } from './forecast-place.ts';

const PLACE = { capacity: 1_000, inside: 400, entered: 0, left: 0 };

test.each([
  ['fills at the pace of the window', { entered: 100, left: 0 }, 'fills', 53, 69],
  ['fills more slowly where some leave, and less surely', { entered: 100, left: 40 }, 'fills', 79, 134],
  ['empties when they leave', { entered: 0, left: 100 }, 'empties', 35, 46],
  ['is steady where chance alone could explain the difference', { entered: 20, left: 17 }, 'steady', null, null],
  ['is not told of few visitors', { entered: 9, left: 0 }, 'unknown', null, null],
  [
    'has an open end where it may be later than twelve hours',
    { entered: 12, left: 4, inside: 700 },
    'fills',
    228,
    null,
  ],
  [
    'that clearly fills is not called steady where it is full after twelve hours',
    { entered: 60, left: 0, inside: 500, capacity: 60_000 },
    'fills',
    720,
    null,
  ],
] as const)('a place %s', (_what, more, kind, from, to) => {
  expect(forecastPlace({ ...PLACE, ...more }, 10)).toEqual({ kind, from_minutes: from, to_minutes: to });
});

test('nothing is forecast without a capacity, nor of a place that is over it', () => {
  expect(forecastPlace({ ...PLACE, capacity: null, entered: 100 }, 10)).toBeNull();
  expect(forecastPlace({ ...PLACE, inside: 1_001, entered: 100 }, 10)).toBeNull();
  expect(forecastPlace({ ...PLACE, inside: 1_000, entered: 100 }, 10)).toMatchObject({
    from_minutes: 0,
    to_minutes: 0,
  });
});
