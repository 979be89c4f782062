import { expect, test, vi } from 'vitest';
import { formatDateTime, formatDay, formatExactTime, formatTime, formatWeekday } from './index.ts';

const at = new Date(2026, 1, 3, 4, 5, 6);

test('English dates are mm/dd/yy, with the time beside them', () => {
  expect(formatDay(at, 'en')).toBe('Tuesday, 02/03/26');
  expect(formatDateTime(at, 'en')).toBe('02/03/26, 04:05');
  expect(formatDateTime(at.toISOString(), 'en')).toBe('02/03/26, 04:05');
});

test('times of day have 24 hours', () => {
  expect(formatTime(new Date(2026, 1, 3, 0, 5), 'en')).toBe('00:05');
  expect(formatExactTime(new Date(2026, 1, 3, 23, 59, 9), 'en')).toBe('23:59:09');
});

test('a weekday is short', () => {
  expect([formatWeekday(at, 'en'), formatWeekday(at.toISOString(), 'de')]).toEqual(['Tue', 'Di']);
});

test('another language orders a date its own way', () => {
  expect(formatDay(at, 'de')).toBe('Dienstag, 03.02.26');
  expect(formatDateTime(at, 'fr')).toBe('03/02/26 04:05');
});

test('a device that moves to another time zone has its times in that', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(formatTime('2026-11-21T10:00:00Z', 'en')).toBe('11:00');
  vi.stubEnv('TZ', 'America/New_York');
  expect(formatTime('2026-11-21T10:00:00Z', 'en')).toBe('05:00');
  vi.unstubAllEnvs();
});
