import { expect, test } from 'vitest';
import { chainLease, isFree } from './is-free.ts';

const NOW = 1_000_000;
const request = { holder: 'this tab', until: NOW + 20_000, now: NOW };
const lease = (until: number, holder = 'another tab') => ({ holder, until });

const FRESH = { ...lease(NOW + 1), isFresh: true };

test.each([
  ['without a lease', null, {}, true],
  ['leased by another tab', lease(NOW + 1), {}, false],
  ['leased by another tab that started at the same moment', lease(NOW + 20_000), {}, false],
  ['leased by this tab', lease(NOW + 1, 'this tab'), {}, true],
  ['whose lease ends now', lease(NOW), {}, true],
  ['leased for longer than a lease lasts: the clock was set back', lease(NOW + 20_001), {}, true],
  ['that is in a batch, for a call that somebody waits for', lease(NOW + 1), { isFresh: true }, true],
  ['that somebody waits for in another tab', FRESH, { isFresh: true }, false],
  ['that somebody waits for, for a batch', FRESH, {}, false],
  ['leased by a tab that has ended', lease(NOW + 1), { hasEnded: (of: string) => of === 'another tab' }, true],
  ['leased by a tab that lives', lease(NOW + 1), { hasEnded: (of: string) => of === 'a third tab' }, false],
])('a scan %s: free %o', (_what, held, more, free) => {
  expect(isFree(held, { ...request, ...more })).toBe(free);
});

test.each([
  ['the scan that somebody waits for', null, true, { holder: 'this tab', until: NOW + 20_000, isFresh: true }],
  ['an earlier scan', null, false, { holder: 'this tab', until: NOW + 20_000 }],
  ['an earlier scan of a batch', lease(NOW + 1), false, { holder: 'this tab', until: NOW + 20_000 }],
  ['an earlier scan that somebody waits for in another tab', FRESH, false, null],
])('in a chain, %s is leased accordingly', (_what, held, isLast, expected) => {
  expect(chainLease(held, { ...request, isFresh: true }, isLast)).toEqual(expected);
});
