import { expect, test } from 'vitest';
import { nextAnswerWait } from './answer-wait.ts';

test.each([
  ['current', 'change', 'changed'],
  ['current', 'read', 'current'],
  ['current', 'end', 'over'],
  ['changed', 'change', 'changed'],
  ['changed', 'read', 'current'],
  ['changed', 'end', 'over'],
  ['over', 'change', 'over'],
  ['over', 'read', 'over'],
  ['over', 'end', 'over'],
] as const)('a wait that is %s is, after %s, %s', (wait, event, next) => {
  expect(nextAnswerWait(wait, event)).toBe(next);
});
