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
  ...{ verdict: VERDICT, hasTicket: true, effect: 'enter', undoneBy: null, mayComeBack: true },
  ...{ happenedAt: NOW - 60_000, receivedAt: NOW },
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

  test('outside the rights of its clerk is refused, but one that was recorded stays a repeat', () => {
    expect(judge({ outsideRights: true })).toEqual({ kind: 'refused', refusal: 'not_permitted' });
    expect(judge({ outsideRights: true, undoneBy: UNDO.id })).toEqual({ kind: 'repeated' });
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

  const TOO_LATE = { kind: 'refused', refusal: 'too_late' };

  test('is refused once the window has passed between the arrivals, whatever the claims say', () => {
    expect(judge({ receivedAt: NOW, happenedAt: NOW - 5 * UNDO_WINDOW_MS })).toMatchObject({ kind: 'undone' });
    expect(judge({ receivedAt: NOW - 1 }, { claimed_at: iso(NOW - 60_000) })).toEqual(TOO_LATE);
  });

  test('that is offered again is refused once the window has passed between the claims', () => {
    const lastMoment = { happenedAt: NOW - UNDO_WINDOW_MS, receivedAt: NOW - 5 * UNDO_WINDOW_MS };
    const offered = { offered_again: true };
    expect(judge(lastMoment, offered)).toMatchObject({ kind: 'undone' });
    expect(judge(lastMoment, { ...offered, clock_offset_ms: 1 })).toEqual(TOO_LATE);
    expect(judge(lastMoment, { ...offered, clock_checked_at: iso(NOW + 1) })).toEqual(TOO_LATE);
  });

  test('that is offered again counts from the arrivals where the scan cannot have come back with it', () => {
    const lost = { happenedAt: NOW, receivedAt: NOW - 1, mayComeBack: false };
    expect(judge(lost, { offered_again: true })).toEqual(TOO_LATE);
    expect(judge({ ...lost, receivedAt: NOW }, { offered_again: true })).toMatchObject({ kind: 'undone' });
  });

  test('that claims a time after its arrival happened at the arrival', () => {
    const receivedAt = NOW + UNDO_WINDOW_MS;
    expect(judge({ happenedAt: receivedAt }, { claimed_at: iso(receivedAt + 1) })).toMatchObject({
      ...{ kind: 'undone', happenedAt: receivedAt },
    });
  });

  test('withdraws what the scan did, never more', () => {
    const effect = fc.constantFrom('none' as const, 'enter' as const, 'leave' as const);
    fc.assert(
      fc.property(fc.boolean(), effect, fc.integer({ min: -3_600_000, max: 3_600_000 }), (hasTicket, done, agoMs) => {
        const judgement = judge({ hasTicket, effect: hasTicket ? done : 'none', receivedAt: NOW - agoMs });
        if (judgement.kind === 'undone') expect(judgement.withdraw).toBe(hasTicket ? done : 'none');
        expect(judgement.kind === 'undone').toBe(agoMs <= 0 && (done !== 'none' || !hasTicket));
      }),
    );
  });
});
