import { expect, test } from 'vitest';
import { axisTicks } from './line-chart.tsx';

const every = (step: number, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => (from + index * step) % 1440);

test.each([
  ['five hours in steps of five minutes', every(5, 17 * 60 + 25, 60), [18 * 60, 19 * 60, 20 * 60, 21 * 60, 22 * 60]],
  ['an hour by the minute', every(1, 22 * 60 + 8, 60), [22 * 60 + 15, 22 * 60 + 30, 22 * 60 + 45, 23 * 60]],
  ['a whole day', every(5, 0, 288), [0, 360, 720, 1080]],
])('%s has its labels at round times', (_, minutes, expected) => {
  expect(axisTicks(minutes, 5).map((index) => minutes[index])).toEqual(expected);
});

test('a week has a label at every second midnight, a month at every seventh', () => {
  const week = every(60, 14 * 60, 7 * 24);
  expect(axisTicks(week, 5)).toEqual([10, 58, 106, 154]);
  expect(axisTicks(every(60, 0, 30 * 24), 5)).toEqual([0, 6 * 24, 12 * 24, 18 * 24, 24 * 24]);
});
