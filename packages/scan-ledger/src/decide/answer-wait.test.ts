import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { nextAnswerWait } from './answer-wait.ts';

const verdict = { outcome: 'accepted' } as Verdict;

test.each([
  ['current', 'change', 'changed'],
  ['current', 'read', 'current'],
  ['current', 'end', 'over'],
  ['current', 'answer', 'answered'],
  ['changed', 'change', 'changed'],
  ['changed', 'read', 'current'],
  ['changed', 'end', 'over'],
  ['changed', 'answer', 'answered'],
  ['over', 'change', 'over'],
  ['over', 'read', 'over'],
  ['over', 'end', 'over'],
  ['over', 'answer', 'over'],
  ['answered', 'change', 'answered'],
  ['answered', 'read', 'answered'],
  ['answered', 'end', 'answered'],
] as const)('a wait that is %s is, after %s, %s', (before, event, after) => {
  const wait = before === 'answered' ? { kind: before, verdict } : { kind: before };
  const next = nextAnswerWait(wait, event === 'answer' ? { kind: event, verdict } : { kind: event });
  expect(next).toEqual(after === 'answered' ? { kind: after, verdict } : { kind: after });
});
