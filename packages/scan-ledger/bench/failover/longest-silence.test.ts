import { expect, test } from 'vitest';
import { longestSilence } from './longest-silence.ts';

const period = { from: 10_000, to: 60_000 };

test('a silence begins with the last answer before the fault', () => {
  expect(longestSilence([1_000, 9_000, 21_000, 22_000, 59_000], { from: 10_000, to: 30_000 })).toBe(12);
});

test('the longest of several silences counts, in whatever order the answers are given', () => {
  expect(longestSilence([59_000, 12_000, 9_500, 40_000], period)).toBe(28);
});

test('a silence that lasts to the end of the period counts', () => {
  expect(longestSilence([9_500, 11_000], period)).toBe(49);
});

test('what comes after the period does not count', () => {
  expect(longestSilence([9_500, 100_000], period)).toBe(50.5);
});

test('without any answer the whole period is silent', () => {
  expect(longestSilence([], period)).toBe(50);
});
