import { expect, test } from 'vitest';
import { ticketAge } from './ticket-age.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const limits = { staleAfterMs: 3_600_000, expireAfterMs: 86_400_000 };

test.each([
  ['just received', 0, 'ready'],
  ['a millisecond before they are stale', 3_599_999, 'ready'],
  ['as old as stale ones', 3_600_000, 'stale'],
  ['a millisecond before they expire', 86_399_999, 'stale'],
  ['as old as expired ones', 86_400_000, 'expired'],
  ['received a minute from now, by a clock that was corrected', -60_000, 'ready'],
  ['received later than that: their age is unknown', -60_001, 'expired'],
] as const)('tickets %s', (_when, ageMs, age) => {
  expect(ticketAge(NOW - ageMs, NOW, limits)).toBe(age);
});
