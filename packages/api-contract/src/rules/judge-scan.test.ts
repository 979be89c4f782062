import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCAN_MODES } from '../scan-modes.ts';
import type { Scan } from '../scans.ts';
import { CERTAINTIES, OUTCOMES, REASONS, type Verdict } from '../verdict.ts';
import { decideScan } from './decide-verdict.ts';
import { applyEffect } from './effects.ts';
import { judgeScan, type ReceivedScan } from './judge-scan.ts';
import { effectOfVerdict, letsThrough } from './lets-through.ts';
import type { TicketState } from './ticket-state.ts';
import { toVerdict } from './to-verdict.ts';

const NOW = Date.UTC(2026, 10, 21, 20, 0, 0);
const HOUR_MS = 3_600_000;
const GATE = '01a1fc4f-0000-7000-8000-00000000000a';
const OTHER_SCAN = '01a1fc4f-0000-7000-8000-00000000000b';

const TICKET: TicketState = {
  ...{ status: 'valid', holder: 'Ada Berg', type: 'Day ticket', note: null, order: 'R-1' },
  ...{ section: null, seat: null },
  ...{ validFrom: null, validUntil: null, worksAt: [], entriesAllowed: 1, entriesUsed: 0, inside: 0 },
  ...{ firstUse: null, lastEntry: null, recentEffects: [] },
};
const USED: TicketState = {
  ...TICKET,
  ...{ entriesUsed: 1, inside: 1 },
  firstUse: { scan_id: OTHER_SCAN, at: new Date(NOW - 2 * HOUR_MS).toISOString(), clerk: 'Ben', checkpoint: 'Gate B' },
  lastEntry: { scanId: OTHER_SCAN, at: NOW - 2 * HOUR_MS, deviceId: 'device-2', checkpointId: GATE },
};

/** A scan that is received an hour after it was made. */
const SCAN: Scan = {
  ...{ id: '01a1fc4f-0000-7000-8000-000000000001', barcode: 'A', symbology: 'qr_code', scan_method: 'camera' },
  ...{ mode: 'entry', checkpoint_id: GATE, claimed_at: new Date(NOW - HOUR_MS).toISOString() },
  ...{ device_id: 'device-1', claimed_by: 'ada' },
};
const shown = (judged: Pick<Verdict, 'outcome' | 'reason'>, mode = SCAN.mode): Verdict => ({
  ...{ ...judged, certainty: 'device', mode, decided_at: SCAN.claimed_at },
});
const judge = (scan: Partial<Scan> = {}, more: Partial<ReceivedScan> = {}) =>
  judgeScan({
    ...{ scan: { ...SCAN, ...scan }, ticket: TICKET, ticketing: 'on', receivedAt: NOW },
    ...{ clerk: 'Ada', checkpoint: 'Gate A', ...more },
  });

const ACCEPTED = shown({ outcome: 'accepted', reason: 'ok' });
const REFUSED = shown({ outcome: 'refused', reason: 'already_used' });

describe('a scan that no device has decided', () => {
  test('is decided by the server at its arrival', () => {
    const expired = { ...TICKET, validUntil: NOW - HOUR_MS / 2 };
    expect(judge({}, { ticket: expired }).verdict).toMatchObject({ reason: 'expired', certainty: 'server' });
    expect(judge()).toMatchObject({ happenedAt: NOW - HOUR_MS, effect: { kind: 'enter', at: NOW }, conflict: null });
  });

  test.each([
    ['an undecided verdict', shown({ outcome: 'undecided', reason: 'server_unreachable' })],
    ['a pending verdict', { ...ACCEPTED, certainty: 'pending' }],
    ['a verdict on another mode', { ...REFUSED, mode: 'exit' }],
  ] as const)('also where the device showed %s', (_title, device_verdict) => {
    expect(judge({ device_verdict }).verdict).toMatchObject({ outcome: 'accepted', certainty: 'server' });
  });
});

describe('a scan that a device has decided', () => {
  test('keeps the verdict that was shown, and has its effect when it happened', () => {
    const { verdict, effect, conflict } = judge({ device_verdict: ACCEPTED });
    expect(verdict).toEqual(ACCEPTED);
    expect(effect).toMatchObject({ kind: 'enter', at: NOW - HOUR_MS, clerk: 'Ada', checkpoint: 'Gate A' });
    expect(conflict).toBeNull();
  });

  test('has its effect at the arrival where the device claims a later time', () => {
    const claimed_at = new Date(NOW + HOUR_MS).toISOString();
    expect(judge({ claimed_at, device_verdict: ACCEPTED })).toMatchObject({ happenedAt: NOW, effect: { at: NOW } });
  });

  test('counts and is a conflict where the server would have refused', () => {
    expect(judge({ device_verdict: ACCEPTED }, { ticket: USED })).toMatchObject({
      ...{ verdict: ACCEPTED, effect: { kind: 'enter' } },
      conflict: { kind: 'already_used', withScanId: OTHER_SCAN },
    });
    const blocked: TicketState = { ...USED, status: 'blocked' };
    expect(judge({ device_verdict: ACCEPTED }, { ticket: blocked }).conflict).toEqual({ kind: 'blocked' });
  });

  test('is a conflict without effect where no ticket has the code', () => {
    expect(judge({ device_verdict: ACCEPTED }, { ticket: null })).toMatchObject({
      ...{ verdict: ACCEPTED, effect: null, conflict: { kind: 'unknown_code' } },
    });
  });

  test('is compared with what the server would have said when it happened', () => {
    const expired = { ...TICKET, validUntil: NOW - HOUR_MS / 2 };
    expect(judge({ device_verdict: ACCEPTED }, { ticket: expired }).conflict).toBeNull();
  });

  test('uses nothing up where the visitor was turned away', () => {
    expect(judge({ device_verdict: REFUSED })).toMatchObject({ verdict: REFUSED, effect: null, conflict: null });
  });
});

const anyVerdict: fc.Arbitrary<Verdict> = fc.record({
  outcome: fc.constantFrom(...OUTCOMES),
  reason: fc.constantFrom(...REASONS),
  certainty: fc.constantFrom(...CERTAINTIES),
  mode: fc.constantFrom(...SCAN_MODES),
  decided_at: fc.constant(SCAN.claimed_at),
});
const anyReceived = fc.record({
  mode: fc.constantFrom(...SCAN_MODES),
  device_verdict: fc.option(anyVerdict, { nil: undefined }),
  ticket: fc.constantFrom(null, TICKET, USED, { ...TICKET, note: 'Child' }, { ...TICKET, status: 'blocked' as const }),
});

describe('whatever is received', () => {
  test('the effect follows the verdict on the record, where there is a ticket', () => {
    fc.assert(
      fc.property(anyReceived, ({ ticket, ...scan }) => {
        const { verdict, effect } = judge(scan as Partial<Scan>, { ticket });
        expect(effect?.kind ?? 'none').toBe(ticket ? effectOfVerdict(verdict) : 'none');
      }),
    );
  });

  test('only what a device let through is a conflict', () => {
    fc.assert(
      fc.property(anyReceived, ({ ticket, ...scan }) => {
        const { verdict, conflict } = judge(scan as Partial<Scan>, { ticket });
        if (conflict) expect([verdict.certainty, letsThrough(verdict)]).toEqual(['device', true]);
      }),
    );
  });

  test('a device that decides by the rules and knows what the server knows is never in conflict', () => {
    fc.assert(
      fc.property(anyReceived, ({ ticket, mode }) => {
        const at = NOW - HOUR_MS;
        const decision = decideScan({ ...SCAN, mode }, { at, ticketing: 'on', ticket });
        const device_verdict = toVerdict(decision, { mode, at, certainty: 'device' });
        const { verdict, conflict, effect } = judge({ mode, device_verdict }, { ticket });
        expect([verdict, conflict, effect?.kind ?? 'none']).toEqual([device_verdict, null, decision.effect]);
      }),
    );
  });

  test('a scan in conflict may use a ticket more often than it allows', () => {
    const { effect } = judge({ device_verdict: ACCEPTED }, { ticket: USED });
    expect(effect && applyEffect(USED, effect).entriesUsed).toBe(2);
  });
});

describe('a scan that is offered again', () => {
  const given = { ...ACCEPTED, certainty: 'server' as const };

  test('counts as the server had decided it, and is a conflict where the server would decide differently now', () => {
    const offered = { device_verdict: given, offered_again: true };
    expect(judge(offered)).toMatchObject({ verdict: ACCEPTED, effect: { kind: 'enter', at: NOW - HOUR_MS } });
    expect(judge(offered, { ticket: USED })).toMatchObject({
      ...{ verdict: ACCEPTED, effect: { kind: 'enter' } },
      conflict: { kind: 'already_used', withScanId: OTHER_SCAN },
    });
    expect(judge({ device_verdict: { ...given, ...REFUSED, certainty: 'server' }, offered_again: true })).toMatchObject(
      {
        ...{ verdict: REFUSED, effect: null, conflict: null },
      },
    );
  });

  test('is decided anew where it was undecided, and a verdict in the name of the server counts in no other scan', () => {
    const undecided = {
      ...shown({ outcome: 'undecided', reason: 'server_unreachable' }),
      certainty: 'server' as const,
    };
    expect(judge({ device_verdict: undecided, offered_again: true }).verdict).toMatchObject({ certainty: 'server' });
    expect(judge({ device_verdict: given }, { ticket: USED }).verdict).toMatchObject({ outcome: 'refused' });
  });
});

describe('a scan outside the rights of its clerk', () => {
  const outside = (scan: Partial<Scan> = {}) => judge(scan, { outsideRights: true });
  const NOT_PERMITTED = { outcome: 'refused', reason: 'not_permitted', certainty: 'server' };

  test('is refused by the server, which says nothing of the ticket and changes nothing', () => {
    const { verdict, effect, conflict } = outside();
    expect([effect, conflict]).toEqual([null, null]);
    expect(verdict).toEqual({ ...NOT_PERMITTED, mode: 'entry', decided_at: new Date(NOW).toISOString() });
  });

  test('happened nevertheless where a device let the visitor in: with its effect, as a conflict', () => {
    expect(outside({ device_verdict: ACCEPTED })).toMatchObject({
      verdict: ACCEPTED,
      effect: { kind: 'enter' },
      conflict: { kind: 'not_permitted' },
    });
  });

  test('is a conflict with the other visitor where the ticket was used up', () => {
    const used = { outsideRights: true, ticket: USED };
    const kind = { kind: 'already_used', withScanId: OTHER_SCAN };
    expect(judge({ device_verdict: ACCEPTED }, used)).toMatchObject({ effect: { kind: 'enter' }, conflict: kind });
    const blocked: TicketState = { ...USED, status: 'blocked' };
    expect(judge({ device_verdict: ACCEPTED }, { ...used, ticket: blocked }).conflict).toEqual({ kind: 'blocked' });
  });

  test('is no conflict where the device refused', () => {
    expect(outside({ device_verdict: REFUSED })).toMatchObject({ verdict: REFUSED, effect: null, conflict: null });
  });
});
