import { expect, test } from 'vitest';
import { isNewTarget } from './poll-target.ts';

const north = { domain: 'north', hasCheckpoint: true };

test.each([
  ['nobody is signed in', null, north, false],
  ['nothing was polled before', north, null, true],
  ['the same clerk scans at the same checkpoint', { ...north }, north, false],
  ['a clerk of another domain has signed in', { ...north, domain: 'south' }, north, true],
  ['a checkpoint is known now', north, { ...north, hasCheckpoint: false }, true],
] as const)('where %s', (_case, current, polled, isNew) => {
  expect(isNewTarget(current, polled)).toBe(isNew);
});
