import { expect, test } from 'vitest';
import { fromLocalDateTime, toLocalDateTime } from './local-date-time.ts';

test('a time goes from the address to the input and back to the same minute', () => {
  const at = new Date(2026, 10, 21, 9, 5).toISOString();
  expect(toLocalDateTime(at)).toBe('2026-11-21T09:05');
  expect(fromLocalDateTime('2026-11-21T09:05')).toBe(at);
});

test('an empty input has no time', () => {
  expect(fromLocalDateTime('')).toBeUndefined();
  expect(toLocalDateTime(undefined)).toBe('');
});
