import { describe, expect, test } from 'vitest';
import { stepStarts } from './step-starts.ts';

const HOUR_MS = 3_600_000;
const period = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const starts = (from: string, to: string, stepMs: number, timeZone: string) =>
  stepStarts(period(from, to), { stepMs, timeZone, max: 2_000 }).map((at) => new Date(at).toISOString().slice(0, 16));

describe('the steps of a timeline', () => {
  test.each([
    ['spring, 23 hours', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
    ['autumn, 25 hours', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
    ['any other, 24 hours', '2026-06-10T22:00Z', '2026-06-11T22:00Z', 24],
  ])('a day in Berlin: %s', (_name, from, to, hours) => {
    expect(starts(from, to, HOUR_MS, 'Europe/Berlin')).toHaveLength(hours);
    expect(starts(from, to, 24 * HOUR_MS, 'Europe/Berlin')).toEqual([from.slice(0, 16)]);
  });

  test('days at both changes of the clock begin at midnight', () => {
    expect(starts('2026-03-28T12:00Z', '2026-03-31T12:00Z', 24 * HOUR_MS, 'Europe/Berlin')).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      '2026-03-30T22:00',
    ]);
    expect(starts('2026-10-24T12:00Z', '2026-10-26T12:00Z', 24 * HOUR_MS, 'Europe/Berlin')).toEqual([
      '2026-10-23T22:00',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
    ]);
  });

  test('hours of a zone with half hours, and with quarters', () => {
    expect(starts('2026-06-10T10:00Z', '2026-06-10T12:00Z', HOUR_MS, 'Asia/Kolkata')).toEqual([
      '2026-06-10T09:30',
      '2026-06-10T10:30',
      '2026-06-10T11:30',
    ]);
    expect(starts('2026-06-10T10:15Z', '2026-06-10T11:16Z', HOUR_MS, 'Asia/Kathmandu')).toEqual([
      '2026-06-10T10:15',
      '2026-06-10T11:15',
    ]);
  });

  test('where the clocks change by half an hour, full hours stay full', () => {
    // Lord Howe: at 15:30 UTC the clocks go from 2:00 to 2:30.
    expect(starts('2026-10-03T13:30Z', '2026-10-03T17:00Z', HOUR_MS, 'Australia/Lord_Howe')).toEqual([
      '2026-10-03T13:30',
      '2026-10-03T14:30',
      '2026-10-03T15:30',
      '2026-10-03T16:00',
    ]);
  });

  test('short steps are those of UTC everywhere', () => {
    expect(starts('2026-06-10T10:07Z', '2026-06-10T10:20Z', 300_000, 'Asia/Kathmandu')).toEqual([
      '2026-06-10T10:05',
      '2026-06-10T10:10',
      '2026-06-10T10:15',
    ]);
  });
});
