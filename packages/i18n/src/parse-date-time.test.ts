import { describe, expect, test } from 'vitest';
import { formatDateTime, parseDateTime } from './index.ts';

describe.each(['en', 'de', 'es', 'fr'])('in %s', (locale) => {
  test('what is written as a date is read as the same minute', () => {
    for (const at of [new Date(2026, 10, 21, 14, 5), new Date(2028, 1, 29, 0, 0), new Date(2026, 2, 29, 23, 59)]) {
      expect(parseDateTime(formatDateTime(at, locale), locale)).toEqual(at);
    }
  });
});

test('the order is that of the language', () => {
  expect(parseDateTime('02/03/26', 'en')).toEqual(new Date(2026, 1, 3));
  expect(parseDateTime('02/03/26', 'fr')).toEqual(new Date(2026, 2, 2));
  expect(parseDateTime('2026-02-03', 'sv')).toEqual(new Date(2026, 1, 3));
});

test.each(['2/3/26', '02/03/2026', '2.3.26', '2-3-26', ' 02 03 26 ', '2 / 3 / 26'])('%j is a day', (text) => {
  expect(parseDateTime(text, 'en')).toEqual(new Date(2026, 1, 3));
});

test.each(['2/3/26, 4:05', '02/03/26 04:05', '2/3/26,04.05'])('%j has a time', (text) => {
  expect(parseDateTime(text, 'en')).toEqual(new Date(2026, 1, 3, 4, 5));
});

test.each([
  '',
  'tomorrow',
  '02/03',
  '02/03/2',
  '02/03/202',
  '02/30/26',
  '13/01/26',
  '00/01/26',
  '01/00/26',
  '2026/02/03',
  '02/03/26, 24:00',
  '02/03/26, 12:60',
  '02/03/26, 4',
  '02/03/26, 2:05 PM',
  '02/03/26 and more',
  '02/03/0026',
])('%j is none', (text) => {
  expect(parseDateTime(text, 'en')).toBeNull();
});
