import { expect, test, vi } from 'vitest';
import { PERIODS, periodBefore, periodOf } from './period.ts';

const now = new Date(2026, 10, 21, 14, 23, 5);

test('today starts at midnight and ends now', () => {
  const { from, to } = periodOf('today', now);
  expect(new Date(from)).toEqual(new Date(2026, 10, 21));
  expect(to).toBe(now.getTime() + 1);
});

test('the other periods have their length and end now', () => {
  for (const [name, hours] of [
    ['hour', 1],
    ['week', 168],
    ['month', 720],
  ] as const) {
    const { from, to } = periodOf(name, now);
    expect(to - from).toBe(hours * 3_600_000);
  }
});

test('the period before has the same length', () => {
  for (const name of PERIODS.filter((period) => period !== 'today')) {
    const period = periodOf(name, now);
    const before = periodBefore(name, period);
    expect(before.to - before.from).toBe(period.to - period.from);
    expect(period.to - before.to).toBe(period.to - period.from);
  }
});

test('before today is the whole of yesterday, also if the clocks changed', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const { from, to } = periodBefore('today', periodOf('today', new Date(2026, 9, 26, 9)));
  expect(new Date(from)).toEqual(new Date(2026, 9, 25));
  expect(new Date(to)).toEqual(new Date(2026, 9, 26));
  vi.unstubAllEnvs();
});

test("today and yesterday start at the venue's midnight, wherever the device is", () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const today = periodOf('today', new Date('2026-11-21T03:00:00Z'), 'America/New_York');
  expect(new Date(today.from).toISOString()).toBe('2026-11-20T05:00:00.000Z');
  const yesterday = periodBefore('today', today, 'America/New_York');
  expect(new Date(yesterday.from).toISOString()).toBe('2026-11-19T05:00:00.000Z');
  vi.unstubAllEnvs();
});
