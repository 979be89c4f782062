import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Undo } from '../undo.ts';
import { UNDO_WINDOW_MS } from '../undo-window.ts';
import type { Verdict } from '../verdict.ts';
import { judgeUndo, type UndoableScan } from './judge-undo.ts';

const NOW = Date.UTC(2026, 10, 21, 20, 0, 0);
const iso = (at: number) => new Date(at).toISOString();
const UNDO: Undo = {
  ...{ id: '01a1fc4f-0000-7000-8000-000000000001', device_id: 'device-1', claimed_by: 'ada', claimed_at: iso(NOW) },
};
const VERDICT: Verdict = {
  ...{ outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: iso(NOW) },
};
const SCAN: UndoableScan = {
  ...{ verdict: VERDICT, hasTicket: true, effect: 'enter', happenedAt: NOW - 60_000, undoneBy: null },
};
const judge = (scan: Partial<UndoableScan> = {}, undo: Partial<Undo> = {}) =>
  judgeUndo({ ...UNDO, ...undo }, { ...SCAN, ...scan }, { receivedAt: NOW + UNDO_WINDOW_MS });

describe('an undo', () => {
  test('takes an entry back', () => {
    expect(judge()).toEqual({ kind: 'undone', happenedAt: NOW, withdraw: 'enter' });
  });

  test('of an id that took the scan back before is a repeat', () => {
    expect(judge({ undoneBy: UNDO.id })).toEqual({ kind: 'repeated' });
  });

  test('of a scan that another undo took back is refused', () => {
    const other = '01a1fc4f-0000-7000-8000-000000000002';
    expect(judge({ undoneBy: other })).toEqual({ kind: 'refused', refusal: 'already_undone' });
  });

  test('of a scan without effect is refused, whatever its verdict says', () => {
    expect(judge({ effect: 'none' })).toEqual({ kind: 'refused', refusal: 'no_effect' });
  });

  test('of a scan without a ticket goes by the verdict, and changes no ticket', () => {
    const withoutTicket = { hasTicket: false, effect: 'none' } as const;
    expect(judge(withoutTicket)).toMatchObject({ kind: 'undone', withdraw: 'none' });
    const check = { ...VERDICT, mode: 'check' as const };
    expect(judge({ ...withoutTicket, verdict: check })).toEqual({ kind: 'refused', refusal: 'no_effect' });
  });

  test('is refused once the window has passed, by the corrected times', () => {
    const lastMoment = { happenedAt: NOW - UNDO_WINDOW_MS };
    expect(judge(lastMoment)).toMatchObject({ kind: 'undone' });
    expect(judge(lastMoment, { clock_offset_ms: 1 })).toEqual({ kind: 'refused', refusal: 'too_late' });
    expect(judge(lastMoment, { clock_checked_at: iso(NOW + 1) })).toEqual({ kind: 'refused', refusal: 'too_late' });
  });

  test('that claims a time after its receipt happened at the receipt', () => {
    const receivedAt = NOW + UNDO_WINDOW_MS;
    expect(judge({ happenedAt: receivedAt }, { claimed_at: iso(receivedAt + 1) })).toMatchObject({
      ...{ kind: 'undone', happenedAt: receivedAt },
    });
  });

  test('withdraws what the scan did, never more', () => {
    const effect = fc.constantFrom('none' as const, 'enter' as const, 'leave' as const);
    fc.assert(
      fc.property(fc.boolean(), effect, fc.integer({ min: -3_600_000, max: 3_600_000 }), (hasTicket, done, agoMs) => {
        const judgement = judge({ hasTicket, effect: hasTicket ? done : 'none', happenedAt: NOW - agoMs });
        if (judgement.kind === 'undone') expect(judgement.withdraw).toBe(hasTicket ? done : 'none');
        expect(judgement.kind === 'undone').toBe(agoMs <= UNDO_WINDOW_MS && (done !== 'none' || !hasTicket));
      }),
    );
  });
});
