import { OUTCOMES, REASONS, SCAN_MODES, UNDO_WINDOW_MS, type Verdict } from '@scantix/api-contract';
import { effectOfVerdict } from '@scantix/api-contract/rules';
import { describe, expect, test } from 'vitest';
import type { Settlement } from '../model/settlement.ts';
import { isEffective, type LogRow, showIn, tallyOf, type UndoRow } from './log-row.ts';
import { comesAfterUndo, isUndoable, isUndoReady, requeueIn, settleIn, settleUndoIn, undoIn } from './settle-row.ts';

const EFFECTS = { admitted: 'enter', left: 'leave' } as const;

test('a scan counts as an entry or exit where the rules give its verdict that effect, and nowhere else', () => {
  for (const outcome of OUTCOMES) {
    for (const reason of REASONS) {
      for (const mode of SCAN_MODES) {
        const tally = tallyOf({ outcome, reason, mode });
        const effect = tally === 'admitted' || tally === 'left' ? EFFECTS[tally] : 'none';
        expect([outcome, reason, mode, effect]).toEqual([
          outcome,
          reason,
          mode,
          effectOfVerdict({ outcome, reason, mode }),
        ]);
      }
    }
  }
});

const NOW = Date.UTC(2026, 10, 21, 9);
const UNDO: UndoRow<string> = { id: 'u5', sync: 'waiting', was: 'admitted', event: 'event', answer: null };
const row = (more: Partial<LogRow<string>> = {}): LogRow<string> => ({
  ...{ id: 's1', domain: 'north', code: 'code', sync: 'waiting', claimedAt: NOW, tally: 'undecided', byDevice: false },
  ...{ scan: 'scan', shown: null, answer: null, undo: null, ...more },
});
const verdict = (outcome: Verdict['outcome'], more: Partial<Verdict> = {}): Verdict => ({
  ...{ outcome, reason: 'ok', certainty: 'server', mode: 'entry', decided_at: new Date(NOW).toISOString(), ...more },
});

test.each([
  ['an accepted entry', verdict('accepted'), 'admitted'],
  ['an entry with a note', verdict('attention', { reason: 'needs_attention' }), 'admitted'],
  ['an accepted exit', verdict('accepted', { mode: 'exit' }), 'left'],
  ['a second scan of one visit', verdict('attention', { reason: 'self_repeat' }), 'repeat'],
  ['a check', verdict('accepted', { mode: 'check' }), 'looked'],
  ['a refused check', verdict('refused', { mode: 'check' }), 'refused'],
  ['what nobody decided', verdict('undecided', { reason: 'self_repeat' }), 'undecided'],
] as const)('%s counts in the totals', (_what, given, tally) => {
  expect(tallyOf(given)).toBe(tally);
});

describe('the verdict that is shown', () => {
  test('counts, and is of the device where the device decided', () => {
    const shown = showIn(row(), verdict('accepted', { certainty: 'device' }), 'shown');
    expect(shown).toEqual(row({ shown: 'shown', byDevice: true, tally: 'admitted' }));
    const pending = showIn(row(), verdict('undecided', { certainty: 'pending' }), 'shown');
    expect(pending).toMatchObject({ byDevice: false, tally: 'undecided' });
  });

  test('counts for a scan that the server has rejected: nobody else decides', () => {
    const rejected = row({ sync: 'quarantined', answer: 'rejected' });
    const shown = showIn(rejected, verdict('accepted', { certainty: 'device' }), 'shown');
    expect(shown).toEqual({ ...rejected, shown: 'shown', byDevice: true, tally: 'admitted' });
  });

  test.each([{ shown: 'before' }, { answer: 'before', sync: 'sent' }] as const)('does not replace %o', (before) => {
    expect(showIn(row(before), verdict('accepted'), 'shown')).toBeNull();
  });
});

describe('an answer of the server', () => {
  const settlement = (more: Partial<Settlement> = {}): Settlement => ({
    ...{ id: 's1', sync: 'sent', verdict: verdict('refused'), receivedAt: '', knewDeviceVerdict: false, ...more },
  });
  const decided = row({ shown: 'shown', byDevice: true, tally: 'admitted' });

  test('decides a scan that the device has not decided', () => {
    expect(settleIn(row(), settlement(), 'answer')).toEqual(row({ sync: 'sent', answer: 'answer', tally: 'refused' }));
  });

  test('without a verdict leaves the count as it was', () => {
    const rejected = settlement({ sync: 'quarantined', verdict: null });
    expect(settleIn(row({ tally: 'looked' }), rejected, 'answer')).toMatchObject({
      sync: 'quarantined',
      tally: 'looked',
    });
  });

  test.each(['sent', 'quarantined'] as const)('changes nothing of a scan that is %s', (sync) => {
    expect(settleIn(row({ sync }), settlement(), 'answer')).toBeNull();
  });

  test('waits where it differs from what the device has shown, and did not know of it', () => {
    expect(settleIn(decided, settlement(), 'answer')).toBeNull();
  });

  test.each([
    ['that knew the verdict of the device', { knewDeviceVerdict: true }],
    ['that says the same', { verdict: verdict('accepted') }],
    ['without a verdict', { verdict: null }],
    ['that rejects the scan', { sync: 'quarantined' }],
  ] as const)('%s leaves the verdict of the device in place', (_what, more) => {
    const { sync } = settlement(more);
    expect(settleIn(decided, settlement(more), 'answer')).toEqual({ ...decided, sync, answer: 'answer' });
  });

  test('to what a clerk has decided waits until the server knows of it, but for a rejection', () => {
    const byClerk = { ...decided, byClerk: true };
    const same = settlement({ verdict: verdict('accepted') });
    expect(settleIn(byClerk, same, 'answer')).toBeNull();
    expect(settleIn(byClerk, { ...same, knewDeviceVerdict: true }, 'answer')).toMatchObject({ sync: 'sent' });
    const rejected = settlement({ sync: 'quarantined', verdict: null });
    expect(settleIn(byClerk, rejected, 'answer')).toEqual({ ...byClerk, sync: 'quarantined', answer: 'answer' });
  });

  test('is compared with what the device showed before the undo', () => {
    const undone = { ...decided, tally: 'undone' as const, undo: UNDO };
    expect(settleIn(undone, settlement({ verdict: verdict('accepted') }), 'answer')).toMatchObject({ sync: 'sent' });
    expect(settleIn(undone, settlement(), 'answer')).toBeNull();
  });
});

describe('an undo', () => {
  test('can be made of an entry or an exit, within its time, once', () => {
    const at = (claimedAt: number, more: Partial<LogRow<string>> = {}) =>
      isUndoable(row({ tally: 'admitted', claimedAt, ...more }), NOW);
    expect([at(NOW), at(NOW, { tally: 'left' }), at(NOW, { tally: 'looked' })]).toEqual([true, true, false]);
    expect([at(NOW - UNDO_WINDOW_MS), at(NOW - UNDO_WINDOW_MS - 1)]).toEqual([true, false]);
    expect([at(NOW + UNDO_WINDOW_MS), at(NOW + UNDO_WINDOW_MS + 1)]).toEqual([true, false]);
    expect(at(NOW, { undo: UNDO })).toBe(false);
  });

  test('counts at once, and keeps what the scan counted as', () => {
    const admitted = row({ tally: 'admitted' });
    expect(undoIn(admitted, 'u5', 'event')).toEqual({ ...admitted, tally: 'undone', undo: UNDO });
  });

  test('that the server records stays, one that it refuses gives the count back', () => {
    const undone = row({ tally: 'undone', undo: UNDO });
    const error = { code: 'too_late', message: '' };
    expect(settleUndoIn(undone, { scanId: 's1' }, 'answer')).toEqual({
      ...{ ...undone, undo: { ...UNDO, sync: 'sent', answer: 'answer' } },
    });
    expect(settleUndoIn(undone, { scanId: 's1', error }, 'answer')).toEqual({
      ...{ ...undone, tally: 'admitted', undo: { ...UNDO, sync: 'refused', answer: 'answer' } },
    });
  });

  test('that is settled, or was never made, is not settled again', () => {
    expect(settleUndoIn(row({ undo: { ...UNDO, sync: 'sent' } }), { scanId: 's1' }, 'answer')).toBeNull();
    expect(settleUndoIn(row(), { scanId: 's1' }, 'answer')).toBeNull();
  });

  test('is sent once the server has its scan, and those of the code that were made before it', () => {
    const ready = (more: Partial<LogRow<string>>, ...others: LogRow<string>[]) =>
      isUndoReady(row({ sync: 'sent', undo: UNDO, ...more }), others);
    expect([ready({}), ready({ sync: 'waiting' }), ready({ undo: null })]).toEqual([true, false, false]);
    const [before, same, after] = ['u4', 'u5', 'u6'].map((id) => row({ id })) as [
      LogRow<string>,
      LogRow<string>,
      LogRow<string>,
    ];
    expect([ready({}, after, before), ready({}, same), ready({}, after)]).toEqual([false, true, true]);
    expect(ready({}, { ...before, sync: 'sent' })).toBe(true);
  });

  test('delays the scans of its code that were made after it, unless its scan is in quarantine', () => {
    const after = (id: string, more: Partial<LogRow<string>> = {}) =>
      comesAfterUndo({ id, code: 'code' }, [row({ undo: UNDO, ...more })]);
    expect([after('u6'), after('u5'), after('u4')]).toEqual([true, false, false]);
    expect(after('u6', { code: 'another' })).toBe(false);
    expect(after('u6', { sync: 'quarantined' })).toBe(false);
    expect(after('u6', { undo: null })).toBe(false);
  });
});

test('a scan that let somebody in or out is effective, also if that was undone', () => {
  const tallies = ['admitted', 'left', 'looked', 'refused', 'repeat', 'undecided'] as const;
  expect(tallies.map((tally) => isEffective(row({ tally })))).toEqual([true, true, false, false, false, false]);
  expect(isEffective(row({ tally: 'undone', undo: UNDO }))).toBe(true);
});

test('a scan in quarantine goes back to the outbox without its answer, any other stays', () => {
  expect(requeueIn(row({ sync: 'quarantined', answer: 'answer' }))).toEqual(row());
  expect([requeueIn(row()), requeueIn(row({ sync: 'sent' }))]).toEqual([null, null]);
});
