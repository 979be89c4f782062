import { expect, test } from 'vitest';
import { decisionBudget } from './decision-budget.ts';

test.each([
  ['online, the configured budget', { isOnline: true, isRetrying: false }, 3_000],
  ['after a failed call, less', { isOnline: true, isRetrying: true }, 400],
  ['offline, none', { isOnline: false, isRetrying: false }, 0],
  ['offline after a failed call, none', { isOnline: false, isRetrying: true }, 0],
])('%s', (_when, state, expected) => {
  expect(decisionBudget({ budgetMs: 3_000, ...state })).toBe(expected);
});

test('a budget below that of a failed call stays as it is', () => {
  expect(decisionBudget({ budgetMs: 100, isOnline: true, isRetrying: true })).toBe(100);
});
