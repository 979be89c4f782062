import { expect, test } from 'vitest';
import { matchesSearch } from './index.ts';

const TEXT = "HL-2026-0042\nZoë O'Neil-Çelik";

test.each(['hl', 'h', '20', '00', 'z', 'ZO', 'o', 'ne', 'ç', 'Çe', '', '6-0', '042', 'lik', "o'n"])(
  '%j finds it',
  (search) => {
    expect(matchesSearch(TEXT, search)).toBe(true);
  },
);

test.each(['l', '42', 'oë', 'ik', '-', '0043', 'lik '])('%j does not', (search) => {
  expect(matchesSearch(TEXT, search)).toBe(false);
});

test('a name of two characters in another script is found by them', () => {
  expect(matchesSearch('A1\n李伟', '李伟')).toBe(true);
  expect(matchesSearch('A1\n李伟', '伟')).toBe(false);
});

test('a text and a search find each other in either form of Unicode', () => {
  for (const [text, search] of [
    ['Gru\u0308ne', 'gr\u00fcn'],
    ['Gr\u00fcne', 'GRU\u0308'],
    ['U\u0308bel', '\u00fc'],
    ['\u00dcbel', 'u\u0308b'],
  ] as const) {
    expect(matchesSearch(text, search)).toBe(true);
  }
});
