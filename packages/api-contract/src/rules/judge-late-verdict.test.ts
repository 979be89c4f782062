import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scan } from '../scans.ts';
import { UNDO_WINDOW_MS } from '../undo-window.ts';
import type { Verdict } from '../verdict.ts';
import { applyEffect, withdrawEffect } from './effects.ts';
import { judgeLateVerdict, type RecordedScan } from './judge-late-verdict.ts';
import { judgeScan } from './judge-scan.ts';
import type { TicketState } from './ticket-state.ts';

const NOW = Date.UTC(2026, 10, 21, 20, 0, 0);
const GATE = '01a1fc4f-0000-7000-8000-00000000000a';

const TICKET: TicketState = {
  ...{ status: 'valid', holder: 'Ada Berg', type: 'Day ticket', note: null, order: 'R-1' },
  ...{ section: null, seat: null },
  ...{ validFrom: null, validUntil: null, worksAt: [], entriesAllowed: 1, entriesUsed: 0, inside: 0 },
  ...{ firstUse: null, lastEntry: null, recentEffects: [] },
};
const SCAN: Scan = {
  ...{ id: '01a1fc4f-0000-7000-8000-000000000001', barcode: 'A', symbology: 'qr_code', scan_method: 'camera' },
  ...{ mode: 'entry', checkpoint_id: GATE, claimed_at: new Date(NOW).toISOString() },
  ...{ device_id: 'device-1', claimed_by: 'ada' },
};
const verdict = (outcome: Verdict['outcome'], reason: Verdict['reason'], more: Partial<Verdict> = {}): Verdict => ({
  ...{ outcome, reason, certainty: 'device', mode: 'entry', decided_at: SCAN.claimed_at, ...more },
});
const ACCEPTED = verdict('accepted', 'ok');
const REFUSED = verdict('refused', 'blocked');
const OPEN = verdict('undecided', 'server_unreachable');

const IN_TIME = { undone: false, receivedAt: NOW };

const judge = (
  device_verdict: Verdict | undefined,
  recorded: Partial<RecordedScan> = {},
  ticket: TicketState | null = TICKET,
) =>
  judgeLateVerdict(
    {
      scan: { ...SCAN, device_verdict },
      ticket,
      ticketing: 'on',
      receivedAt: NOW + 5_000,
      clerk: 'Ada',
      checkpoint: 'Gate A',
    },
    { verdict: ACCEPTED, deviceVerdict: null, effect: 'enter', ...IN_TIME, ...recorded },
  );

describe('a repeated scan', () => {
  test.each([
    ['without a verdict of the device', undefined, null],
    ['that the device left undecided', OPEN, null],
    ['with a pending verdict', { ...REFUSED, certainty: 'pending' }, null],
    ['with a verdict on another mode', { ...REFUSED, mode: 'exit' }, null],
    ['offered again with a verdict of the server', { ...REFUSED, certainty: 'server' }, null],
    ['whose device has decided before', REFUSED, ACCEPTED],
  ] as const)('%s changes nothing', (_title, late, deviceVerdict) => {
    expect(judge(late, { deviceVerdict })).toEqual({ kind: 'nothing-new' });
  });

  test('counts the first decision of its device, after one that was left open', () => {
    expect(judge(REFUSED, { deviceVerdict: OPEN })).toMatchObject({ kind: 'turned-away' });
  });

  test('whose device decided as the server did keeps its effect', () => {
    expect(judge(ACCEPTED)).toEqual({ kind: 'same-effect', deviceVerdict: ACCEPTED });
    expect(judge(REFUSED, { verdict: REFUSED, effect: 'none' })).toMatchObject({ kind: 'same-effect' });
  });

  test('counts, and is a conflict, where the device let in whom the server had refused', () => {
    expect(judge(ACCEPTED, { verdict: REFUSED, effect: 'none' })).toEqual({
      kind: 'let-through',
      deviceVerdict: ACCEPTED,
      conflict: { kind: 'blocked' },
      effect: {
        ...{ scanId: SCAN.id, kind: 'enter', at: NOW, deviceId: 'device-1', checkpointId: GATE },
        ...{ clerk: 'Ada', checkpoint: 'Gate A' },
      },
    });
  });

  test('has its effect at the arrival where the device claims a later time', () => {
    const scan = { ...SCAN, claimed_at: new Date(NOW + 1).toISOString(), device_verdict: ACCEPTED };
    const recorded: RecordedScan = { verdict: REFUSED, deviceVerdict: null, effect: 'none', ...IN_TIME };
    const received = {
      scan,
      ticket: TICKET,
      ticketing: 'on',
      receivedAt: NOW,
      clerk: 'Ada',
      checkpoint: 'Gate A',
    } as const;
    expect(judgeLateVerdict(received, recorded)).toMatchObject({ kind: 'let-through', effect: { at: NOW } });
  });

  test('is a conflict, and counts, where no ticket has the code', () => {
    expect(judge(ACCEPTED, { verdict: REFUSED, effect: 'none' }, null)).toMatchObject({
      ...{ kind: 'let-through', conflict: { kind: 'blocked' }, effect: { kind: 'enter', at: NOW } },
    });
  });

  test('takes back what the server had let in where no ticket has the code', () => {
    expect(judge(REFUSED, { effect: 'none' }, null)).toMatchObject({ kind: 'turned-away', withdraw: 'none' });
    expect(judge(REFUSED, { effect: 'none', undone: true }, null)).toMatchObject({ kind: 'same-effect' });
  });

  test('outside the rights of its clerk is a conflict with what used the ticket up, else with the rights', () => {
    const other = '01a1fc4f-0000-7000-8000-00000000000b';
    const lastEntry = { scanId: other, at: NOW - 60_000, deviceId: 'device-2', checkpointId: GATE };
    const used: TicketState = { ...TICKET, entriesUsed: 1, inside: 1, lastEntry };
    const outside = { verdict: verdict('refused', 'not_permitted', { certainty: 'server' }), effect: 'none' } as const;
    expect(judge(ACCEPTED, outside, used)).toMatchObject({ conflict: { kind: 'already_used', withScanId: other } });
    expect(judge(ACCEPTED, outside)).toMatchObject({ conflict: { kind: 'not_permitted' } });
  });

  test('gives the entry back where the device turned away whom the server had let in', () => {
    expect(judge(REFUSED)).toEqual({ kind: 'turned-away', deviceVerdict: REFUSED, withdraw: 'enter' });
    expect(judge(verdict('attention', 'self_repeat'))).toMatchObject({ kind: 'turned-away' });
  });

  test('gives an entry back as long after its arrival as an undo could, longer only where it is offered again', () => {
    const lastMoment = NOW + 5_000 - UNDO_WINDOW_MS;
    expect(judge(REFUSED, { receivedAt: lastMoment })).toMatchObject({ kind: 'turned-away' });
    expect(judge(REFUSED, { receivedAt: lastMoment - 1 })).toEqual({ kind: 'too-late', deviceVerdict: REFUSED });
    const offered = { scan: { ...SCAN, device_verdict: REFUSED, offered_again: true }, ticket: TICKET };
    const at = { receivedAt: NOW + UNDO_WINDOW_MS + 1, clerk: 'Ada', checkpoint: 'Gate A' };
    const received = { ...offered, ...at, ticketing: 'on' as const };
    const recorded: RecordedScan = { verdict: ACCEPTED, deviceVerdict: null, effect: 'enter', ...IN_TIME };
    expect(judgeLateVerdict(received, recorded)).toMatchObject({ kind: 'turned-away' });
  });

  test('gives nothing back that was taken back already', () => {
    expect(judge(REFUSED, { undone: true })).toEqual({ kind: 'same-effect', deviceVerdict: REFUSED });
  });
});

test('the ticket is the same whether the verdict of the device arrives with the scan or late', () => {
  const ticket = fc.constantFrom(TICKET, { ...TICKET, status: 'blocked' as const }, { ...TICKET, note: 'Child' });
  const device = fc.constantFrom(ACCEPTED, REFUSED, verdict('attention', 'self_repeat'));
  fc.assert(
    fc.property(
      ticket,
      device,
      fc.constantFrom('entry' as const, 'check' as const),
      fc.boolean(),
      (before, shown, mode, outsideRights) => {
        const received = {
          outsideRights,
          ticketing: 'on' as const,
          receivedAt: NOW,
          clerk: 'Ada',
          checkpoint: 'Gate A',
        };
        const scan = { ...SCAN, mode };
        const decided = { ...scan, device_verdict: { ...shown, mode } };
        const atOnce = judgeScan({ ...received, scan: decided, ticket: before });

        const first = judgeScan({ ...received, scan, ticket: before });
        const between = first.effect ? applyEffect(before, first.effect) : before;
        const late = judgeLateVerdict(
          { ...received, scan: decided, ticket: between },
          { verdict: first.verdict, deviceVerdict: null, effect: first.effect?.kind ?? 'none', ...IN_TIME },
        );
        let after = between;
        if (late.kind === 'let-through') after = applyEffect(between, late.effect);
        if (late.kind === 'turned-away' && late.withdraw !== 'none')
          after = withdrawEffect(between, { scanId: scan.id, kind: late.withdraw }, []);

        expect(after).toEqual(atOnce.effect ? applyEffect(before, atOnce.effect) : before);
        expect(late.kind === 'let-through' ? late.conflict : null).toEqual(atOnce.conflict);
      },
    ),
  );
});
