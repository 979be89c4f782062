import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { decideIn } from './decide-row.ts';
import type { LogRow } from './log-row.ts';

const OPEN: LogRow<string> = {
  ...{ id: '1', domain: 'north', code: 'c', sync: 'waiting', claimedAt: 0, tally: 'undecided', byDevice: false },
  ...{ scan: 'scan', shown: 'undecided', answer: null, undo: null },
};
const verdict: Verdict = {
  outcome: 'accepted',
  reason: 'not_in_snapshot',
  certainty: 'device',
  mode: 'entry',
  decided_at: '',
};
const DECIDED = { shown: 'let in', byDevice: true, byClerk: true, tally: 'admitted' };

test.each<[string, Partial<LogRow<string>>]>([
  ['that nobody has decided', {}],
  ['that the server has put aside', { sync: 'quarantined', answer: 'refused as wrong' }],
])('a clerk decides a scan %s', (_which, more) => {
  expect(decideIn({ ...OPEN, ...more }, verdict, 'let in')).toEqual({ ...OPEN, ...more, ...DECIDED });
});

test.each<[string, Partial<LogRow<string>>]>([
  ['of which no verdict was shown', { shown: null }],
  ['that the device has decided', { byDevice: true }],
  ['that counts already', { tally: 'admitted' }],
  ['that the server has answered', { sync: 'sent', answer: 'accepted' }],
  ['that is offered again', { answer: 'accepted' }],
])('a clerk decides no scan %s', (_which, more) => {
  expect(decideIn({ ...OPEN, ...more }, verdict, 'let in')).toBeNull();
});
