import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { viewOf } from './rows.ts';

const AT = '2026-11-21T09:00:00.000Z';
const verdict = (outcome: Verdict['outcome'], certainty: Verdict['certainty'] = 'server'): Verdict => ({
  ...{ outcome, reason: 'ok', certainty, mode: 'entry', decided_at: AT },
});
const scan = { id: 's1' } as never;
const view = (more: Partial<Parameters<typeof viewOf>[0]> = {}) =>
  viewOf({
    ...{ scan, domain: 'north', sync: 'sent', tally: 'admitted', byDevice: false },
    ...{ shown: null, answer: null, answerAgain: null, undo: null, ...more },
  });
const answer = (more: object = {}) => ({ id: 's1', verdict: verdict('refused'), receivedAt: AT, ...more });

test('a scan that the server has answered is shown with the verdict and the time of the answer', () => {
  expect(view({ answer: answer() })).toEqual({
    ...{ scan, domain: 'north', sync: 'sent', tally: 'admitted' },
    ...{ verdict: verdict('refused'), receivedAt: AT },
  });
});

test('what the device has decided stays beside what the server says of it', () => {
  const shown = verdict('accepted', 'device');
  expect(view({ byDevice: true, shown, answer: answer() })).toMatchObject({
    ...{ verdict: shown, serverVerdict: verdict('refused') },
  });
});

test('a verdict of the device that can no longer be opened leaves the scan without one', () => {
  const shown = view({ byDevice: true, answer: answer() });
  expect(shown.verdict).toBeNull();
  expect(shown).not.toHaveProperty('serverVerdict');
});

test('of two answers the newer one tells the change and the conflict, the older one its time', () => {
  const again = answer({ receivedAt: 'later', change: 7, conflict: { id: 'c2' } });
  expect(view({ answer: answer({ change: 3, conflict: { id: 'c1' } }), answerAgain: again })).toMatchObject({
    ...{ receivedAt: AT, change: 7, conflict: { id: 'c2' } },
  });
});
