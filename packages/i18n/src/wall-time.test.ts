import { afterEach, expect, test, vi } from 'vitest';
import { formatDateTime, fromWallTime, parseDateTime, toWallTime } from './index.ts';

afterEach(() => void vi.unstubAllEnvs());

const wall = (text: string) => Date.parse(`${text}Z`);

test.each([
  ['half an hour beside the others', '2026-11-21T10:00:00Z', 'Asia/Kolkata', '2026-11-21T15:30:00'],
  ['the day before in UTC', '2026-11-21T03:00:00Z', 'America/New_York', '2026-11-20T22:00:00'],
  ['the first of two half past two', '2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00'],
  ['after the clocks went forward', '2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29T03:00:00'],
])('%s, there and back', (_what, at, timeZone, shown) => {
  expect(toWallTime(Date.parse(at), timeZone)).toBe(wall(shown));
  expect(fromWallTime(wall(shown), timeZone)).toBe(Date.parse(at));
});

test('a time that clocks skip is counted by the clock before', () => {
  expect(fromWallTime(wall('2026-03-29T02:30:00'), 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00Z'));
});

test("without a time zone it is the device's", () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(fromWallTime(wall('2026-11-21T08:30:00'))).toBe(Date.parse('2026-11-20T23:30:00Z'));
  expect(toWallTime(Date.parse('2026-11-20T23:30:00Z'))).toBe(wall('2026-11-21T08:30:00'));
});

test('a date of another time zone is written and read as the same minute', () => {
  const at = new Date('2026-11-21T20:15:00Z');
  expect(formatDateTime(at, 'en', 'Asia/Kolkata')).toBe('11/22/26, 01:45');
  expect(parseDateTime('11/22/26, 01:45', 'en', 'Asia/Kolkata')).toEqual(at);
  expect(parseDateTime('11/22/26', 'en', 'Asia/Kolkata')).toEqual(new Date('2026-11-21T18:30:00Z'));
});
