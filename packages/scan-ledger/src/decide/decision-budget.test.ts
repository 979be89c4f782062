import { expect, test } from 'vitest';
import { decisionBudget } from './decision-budget.ts';

test.each([
  ['before any call, the configured budget', { isOffline: false, contact: 'unknown' }, 3_000],
  ['after an answer, the configured budget', { isOffline: false, contact: 'answered' }, 3_000],
  ['after a call without an answer, less', { isOffline: false, contact: 'unanswered' }, 400],
  ['offline, none', { isOffline: true, contact: 'answered' }, 0],
  ['offline after a call without an answer, none', { isOffline: true, contact: 'unanswered' }, 0],
] as const)('%s', (_when, state, expected) => {
  expect(decisionBudget({ budgetMs: 3_000, ...state })).toBe(expected);
});

test('a budget below that after a call without an answer stays as it is', () => {
  expect(decisionBudget({ budgetMs: 100, isOffline: false, contact: 'unanswered' })).toBe(100);
});
