import { expect, test } from 'vitest';
import type { Verdict } from '../verdict.ts';
import { shownVerdict } from './device-decision.ts';

const REFUSED: Verdict = {
  ...{ outcome: 'refused', reason: 'blocked', certainty: 'device', mode: 'entry' },
  decided_at: '2026-11-21T20:00:00.000Z',
};

test.each<[string, Verdict | undefined]>([
  ['without a verdict', undefined],
  ['with a pending verdict', { ...REFUSED, certainty: 'pending' }],
  ['with an undecided verdict', { ...REFUSED, outcome: 'undecided', reason: 'server_unreachable' }],
])('a scan that is offered again %s was acted upon by none', (_what, device_verdict) => {
  expect(shownVerdict({ mode: 'entry', offered_again: true, device_verdict })).toBeNull();
});

test('a scan that is offered again with the server’s verdict was acted upon as if the device had decided', () => {
  const device_verdict: Verdict = { ...REFUSED, certainty: 'server' };
  expect(shownVerdict({ mode: 'entry', offered_again: true, device_verdict })).toEqual(REFUSED);
  expect(shownVerdict({ mode: 'entry', device_verdict })).toBeNull();
});
