import type { Verdict } from '@scantix/api-contract';
import { judgeScan } from '@scantix/api-contract/rules';
import { expect, test } from 'vitest';
import { delivery, scanOf } from '../testing/scripted-scans.ts';
import { type FoundScan, receivedScan } from './found-scan.ts';
import { scanRow } from './scan-row.ts';

const NOW = Date.parse('2026-11-21T09:01:00.000Z');
const checkpoint = { id: '0197b0a4-0000-7000-8000-000000000001', name: 'Gate' };

/** The row of a scan by a clerk who had a session on the device `d` since `from`. */
function rowOf(more: Parameters<typeof scanOf>[1], { from = 0, outsideRights = false } = {}) {
  const claimed = { disabledAt: null, sessions: [{ deviceId: 'd', from, until: NOW }] };
  const claimer = { id: '0197b0a4-0000-7000-8000-000000000002', userName: 'Ada' };
  const checkpoints = new Map([[checkpoint.id, checkpoint]]);
  const context = { ...delivery, claimed, claimer, checkpoint, checkpoints, outsideRights };
  const found: FoundScan = { scan: scanOf('a', more), context, row: undefined, receivedAt: NOW };
  return scanRow(found, judgeScan(receivedScan(found)));
}
const verdict = (more: Partial<Verdict>) =>
  ({ outcome: 'accepted', reason: 'ok', mode: 'entry', decided_at: '2026-11-21T09:00:00.000Z', ...more }) as Verdict;

test('a scan of a clerk with a session on the device that delivers it has no marks, and its claimed time', () => {
  for (const device_id of ['d', 'claimed'])
    expect(rowOf({ device_id })).toMatchObject({ marks: null, happened_at: new Date('2026-11-21T09:00:00.000Z') });
});

test('a claim in doubt is marked and takes its arrival for its time; what is outside the rights is only marked', () => {
  expect(rowOf({}, { from: NOW + 600_000 })).toMatchObject({ marks: ['no_session'], happened_at: new Date(NOW) });
  expect(rowOf({}, { outsideRights: true })).toMatchObject({
    ...{ marks: ['outside_rights'], happened_at: new Date('2026-11-21T09:00:00.000Z') },
  });
});

test('what the device showed is kept as it was shown', () => {
  const shown = (given: Verdict, offered_again?: true) =>
    rowOf({ device_verdict: given, ...(offered_again && { offered_again }) }).device_verdict;
  expect(rowOf({}).device_verdict).toBeNull();
  const pending = verdict({ outcome: 'undecided', reason: 'server_unreachable', certainty: 'pending' });
  expect(JSON.parse(shown(pending) ?? '')).toEqual(pending);
  // The answer of a server that has lost the scan since is the device's own now.
  expect(JSON.parse(shown(verdict({ certainty: 'server' }), true) ?? '')).toEqual(verdict({ certainty: 'device' }));
});
