import { expect, test } from 'vitest';
import { createDayRhythm } from './create-day-rhythm.ts';

const QUARTER_MS = 15 * 60_000;
const SINCE = Date.UTC(2026, 10, 21);
const at = (hours: number, minutes = 0) => SINCE + (hours * 60 + minutes) * 60_000;

function setUp(scans: number[]) {
  const asked: number[] = [];
  const read = createDayRhythm({
    since: SINCE,
    count: async ({ since, until }) => {
      asked.push(until - since);
      return scans.filter((scan) => scan >= since && scan < until).length;
    },
  });
  return { read, asked };
}

test('a day without scans has no peak and is one count, with that of the last minutes', async () => {
  const { read, asked } = setUp([]);
  expect(await read(at(14, 20))).toEqual({ perMinute: 0, peak: null, quarters: [] });
  expect(asked).toHaveLength(2);
});

test('the line begins with the first scan, the peak is the busiest quarter of an hour', async () => {
  const busy = Array.from({ length: 30 }, (_, index) => at(9, 30) + index * 1000);
  const { read } = setUp([at(9, 1), ...busy, at(10, 8), at(10, 9)]);
  expect(await read(at(10, 10))).toEqual({
    perMinute: 0.4,
    peak: { at: at(9, 30), perMinute: 2 },
    quarters: [1, 0, 30, 0, 2],
  });
});

test('where more come now than ever before, the peak is now', async () => {
  const { read } = setUp([at(9, 0), at(9, 1), at(9, 2)]);
  expect(await read(at(9, 3))).toMatchObject({ perMinute: 0.6, peak: { at: at(9, 3), perMinute: 0.6 } });
});

test('what is over is not counted again', async () => {
  const scans = [at(9, 1), at(10, 8)];
  const { read, asked } = setUp(scans);
  await read(at(10, 10));
  asked.length = 0;
  scans.push(at(10, 11));
  expect((await read(at(10, 12))).quarters).toEqual([1, 0, 0, 0, 2]);
  expect(asked).toEqual([QUARTER_MS, 6 * 60_000]);
  expect((await read(at(10, 31))).quarters).toEqual([1, 0, 0, 0, 2, 0, 0]);
});

test('what was read by a clock that was ahead is counted again once it is over', async () => {
  const scans = [at(9, 1), at(10, 1)];
  const { read } = setUp(scans);
  await read(at(10, 5));
  await read(at(13, 5));
  scans.push(at(10, 10), at(10, 50), at(12, 0));
  expect((await read(at(12, 10))).quarters).toEqual([1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 1]);
});
