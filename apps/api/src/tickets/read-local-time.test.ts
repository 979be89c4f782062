import { expect, test } from 'vitest';
import { readLocalTime } from './read-local-time.ts';

const BERLIN = { timeZone: 'Europe/Berlin', dateOrder: undefined };
const read = (text: string, times: Parameters<typeof readLocalTime>[1] = BERLIN, isEnd = false) => {
  const time = readLocalTime(text, times, { isEnd });
  return 'at' in time ? time.at : time.problem;
};

test.each([
  ['2026-11-21T20:00:00+01:00', '2026-11-21T20:00:00+01:00'],
  ['2026-11-21 20:00', '2026-11-21T19:00:00.000Z'],
  ['2026-07-01 20:00:30', '2026-07-01T18:00:30.000Z'],
  ['21.11.2026 20:00', '2026-11-21T19:00:00.000Z'],
  ['21.11.2026, 8:30 p.m.', '2026-11-21T19:30:00.000Z'],
  ['21.11.2026', '2026-11-20T23:00:00.000Z'],
  ['21.11.2026 noon', '2026-11-21T11:00:00.000Z'],
  // Skipped in spring, and twice in autumn.
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ['31.02.2026 10:00', 'not a time'],
  ['21.11.2026 25:00', 'not a time'],
  ['tomorrow', 'not a time'],
  ['03/04/2026', 'the order of day and month is not given'],
])('%s in Berlin is %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('day and month stand in the order that is given', () => {
  expect(read('03/04/2026 10:00', { ...BERLIN, dateOrder: 'dmy' })).toBe('2026-04-03T08:00:00.000Z');
  expect(read('03/04/2026 10 a.m.', { ...BERLIN, dateOrder: 'mdy' })).toBe('2026-03-04T09:00:00.000Z');
});

test('the last day of a ticket is included', () => {
  expect(read('21.11.2026', BERLIN, true)).toBe('2026-11-21T23:00:00.000Z');
});

test('a ticket ends at the last of two times that clocks show, and a day at the first', () => {
  expect(read('2026-10-25 02:30', BERLIN, true)).toBe('2026-10-25T01:30:00.000Z');
  // In Havana clocks go back from 1:00 to midnight.
  const havana = { ...BERLIN, timeZone: 'America/Havana' };
  expect(read('2026-10-31', havana, true)).toBe('2026-11-01T04:00:00.000Z');
  expect(read('2026-11-01', havana)).toBe('2026-11-01T04:00:00.000Z');
});

test('without the zone of the venue nothing is guessed', () => {
  expect(read('21.11.2026 20:00', { timeZone: undefined, dateOrder: undefined })).toMatch('no time zone');
});

test.each(['2026-01-01', '01.02.2026', '01/02/2026'])(
  '%s and a long text is no time, without a stop of the server',
  (day) => {
    expect(read(`${day}${' '.repeat(200_000)}x\ny`, { ...BERLIN, dateOrder: 'dmy' })).toBe('not a time');
  },
);
