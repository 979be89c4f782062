import { afterEach, expect, test, vi } from 'vitest';
import { startOfDay } from './index.ts';

afterEach(() => void vi.unstubAllEnvs());

const startOf = (at: string, timeZone?: string) => new Date(startOfDay(Date.parse(at), timeZone)).toISOString();

test.each([
  ['the evening before in UTC', '2026-11-21T23:30:00.123Z', 'Asia/Tokyo', '2026-11-21T15:00:00.000Z'],
  ['the day before in UTC', '2026-11-21T03:00:00Z', 'America/New_York', '2026-11-20T05:00:00.000Z'],
  ['half an hour beside the others', '2026-11-21T18:29:59Z', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
  ['midnight itself', '2026-11-20T18:30:00Z', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
  ['a day of 25 hours', '2026-10-25T22:59:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['a day of 23 hours', '2026-03-29T21:59:00Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['a day without midnight', '2026-03-29T12:00:00Z', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ['a day with two midnights', '2026-11-01T20:00:00Z', 'America/Havana', '2026-11-01T04:00:00.000Z'],
])('%s', (_what, at, timeZone, start) => {
  expect(startOf(at, timeZone)).toBe(start);
});

test("without a time zone it is the device's", () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(startOf('2026-11-21T23:30:00Z')).toBe('2026-11-21T15:00:00.000Z');
});
