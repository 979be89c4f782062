import { expect, test } from 'vitest';
import { formatNumber } from './index.ts';

test('a number is written as its language writes it', () => {
  expect(formatNumber(1_250, 'en')).toBe('1,250');
  expect(formatNumber(1_250, 'de')).toBe('1.250');
  expect(formatNumber(0.125, 'en', { style: 'percent', maximumFractionDigits: 1 })).toBe('12.5%');
});
