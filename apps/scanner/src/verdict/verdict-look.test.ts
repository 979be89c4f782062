import { OUTCOMES, type Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { lookOf } from './verdict-look.ts';

const verdict = (part: Partial<Verdict> = {}): Pick<Verdict, 'outcome' | 'reason' | 'mode'> => ({
  outcome: 'accepted',
  reason: 'ok',
  mode: 'entry',
  ...part,
});

test('an entry and an exit look like their outcome', () => {
  expect(OUTCOMES.map((outcome) => lookOf(verdict({ outcome })))).toEqual(OUTCOMES);
  expect(lookOf(verdict({ mode: 'exit' }))).toBe('accepted');
});

test('what admits nobody does not look like an admission', () => {
  expect(lookOf(verdict({ mode: 'check' }))).toBe('check');
  expect(lookOf(verdict({ mode: 'exit' }), { isLookup: true })).toBe('check');
  expect(lookOf(verdict(), { isUndone: true })).toBe('undone');
  expect(lookOf(verdict({ outcome: 'attention', reason: 'self_repeat' }))).toBe('repeat');
});

test('a check that finds a problem looks like the problem', () => {
  expect(lookOf(verdict({ outcome: 'refused', reason: 'unpaid', mode: 'check' }))).toBe('refused');
});
