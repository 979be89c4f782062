import { expect, test } from 'vitest';
import { type Scan, scan as scanSchema } from '../scans.ts';
import { type OUTCOMES, REASONS, type Verdict } from '../verdict.ts';
import { clerkDecisionOf, decideByClerk, isForClerk } from './clerk-decision.ts';
import { deviceDecision } from './device-decision.ts';
import { judgeLateVerdict } from './judge-late-verdict.ts';
import { judgeScan } from './judge-scan.ts';
import type { TicketState } from './ticket-state.ts';

const AT = '2026-11-21T20:00:00.000Z';
const LATER = '2026-11-21T20:00:09.000Z';
const OPEN: Verdict = {
  ...{ outcome: 'undecided', reason: 'not_in_snapshot', certainty: 'pending', mode: 'entry', decided_at: AT },
};
const LET_IN: Verdict = { ...OPEN, outcome: 'accepted', certainty: 'device' };
const SCAN: Scan = {
  ...{ id: '01a1fc4f-0000-7000-8000-000000000001', barcode: 'A', symbology: 'qr_code', scan_method: 'camera' },
  ...{ mode: 'entry', checkpoint_id: '01a1fc4f-0000-7000-8000-00000000000a', claimed_at: AT },
  ...{ device_id: 'device-1', claimed_by: 'ada' },
};
const TICKET: TicketState = {
  ...{ status: 'blocked', holder: 'Ada Berg', type: 'Day ticket', note: null, order: 'R-1' },
  ...{ section: null, seat: null },
  ...{ validFrom: null, validUntil: null, worksAt: [], entriesAllowed: 1, entriesUsed: 0, inside: 0 },
  ...{ firstUse: null, lastEntry: null, recentEffects: [] },
};
const received = (scan: Scan, ticket: TicketState | null = TICKET) => ({
  ...{ scan, ticket, ticketing: 'on' as const, receivedAt: Date.parse(LATER), clerk: 'Ada', checkpoint: 'Gate A' },
});

test('a decision of a clerk is a verdict of the device, with the reason why nobody else decided', () => {
  expect(decideByClerk(OPEN, 'let_in', LATER)).toEqual({ ...LET_IN, decided_at: LATER });
  expect(decideByClerk(OPEN, 'turned_away')).toEqual({ ...LET_IN, outcome: 'refused' });
});

test.each([
  [LET_IN, 'let_in'],
  [{ ...LET_IN, outcome: 'refused' }, 'turned_away'],
  [OPEN, null],
  [{ ...LET_IN, certainty: 'server' }, null],
  [{ ...LET_IN, outcome: 'attention' }, null],
  [{ ...LET_IN, reason: 'ok' }, null],
] as const)('a verdict tells what its clerk decided (%#)', (verdict, decision) => {
  expect(clerkDecisionOf(verdict)).toBe(decision);
});

test('a clerk decides what was left undecided for want of an answer, and no check', () => {
  const open = REASONS.filter((reason) => isForClerk({ ...OPEN, reason }));
  expect(open).toEqual(['not_in_snapshot', 'snapshot_stale', 'server_unreachable']);
  expect(isForClerk({ ...OPEN, mode: 'check' })).toBe(false);
  const decided: (typeof OUTCOMES)[number][] = ['accepted', 'attention', 'refused'];
  expect(decided.filter((outcome) => isForClerk({ ...OPEN, outcome }))).toEqual([]);
});

test('an undecided verdict with a decision counts as the verdict of that decision; of another mode it does not', () => {
  expect(deviceDecision({ ...SCAN, device_verdict: OPEN, clerk_decision: 'let_in' })).toEqual(LET_IN);
  expect(deviceDecision({ ...SCAN, device_verdict: OPEN })).toBeNull();
  expect(deviceDecision({ ...SCAN, mode: 'exit', device_verdict: OPEN, clerk_decision: 'let_in' })).toBeNull();
});

test.each([
  ['with the verdict that it makes', { device_verdict: LET_IN, clerk_decision: 'let_in' }, true],
  ['with the undecided one', { device_verdict: OPEN, clerk_decision: 'turned_away' }, true],
  ['without a verdict', { clerk_decision: 'let_in' }, false],
  ['against its verdict', { device_verdict: LET_IN, clerk_decision: 'turned_away' }, false],
  ['beside what the device decided', { device_verdict: { ...LET_IN, reason: 'ok' }, clerk_decision: 'let_in' }, false],
  [
    'beside a verdict of the server',
    { device_verdict: { ...LET_IN, certainty: 'server' }, clerk_decision: 'let_in' },
    false,
  ],
  ['under a check', { device_verdict: { ...OPEN, mode: 'check' }, clerk_decision: 'let_in' }, false],
] as const)('a decision travels %s: %#', (_how, more, isTaken) => {
  expect(scanSchema.safeParse({ ...SCAN, ...more }).success).toBe(isTaken);
});

test('let in has its effect and is a conflict where the server would have refused, with the scan and later', () => {
  const scan: Scan = { ...SCAN, device_verdict: LET_IN, clerk_decision: 'let_in' };
  const conflict = { kind: 'blocked' };
  expect(judgeScan(received(scan))).toMatchObject({ verdict: LET_IN, effect: { kind: 'enter' }, conflict });
  const first = judgeScan(received(SCAN));
  const recorded = { verdict: first.verdict, deviceVerdict: null, effect: 'none' as const, undone: false };
  const late = judgeLateVerdict(received(scan), { ...recorded, receivedAt: Date.parse(AT) });
  expect(late).toMatchObject({ kind: 'let-through', effect: { kind: 'enter' }, conflict });
});

test('turned away has no effect, and takes back what the server had given', () => {
  const good = { ...TICKET, status: 'valid' as const };
  const scan: Scan = { ...SCAN, device_verdict: { ...LET_IN, outcome: 'refused' }, clerk_decision: 'turned_away' };
  expect(judgeScan(received(scan, good))).toMatchObject({ effect: null, conflict: null });
  const { verdict } = judgeScan(received(SCAN, good));
  const recorded = { verdict, deviceVerdict: null, effect: 'enter' as const, undone: false };
  const late = judgeLateVerdict(received(scan, good), { ...recorded, receivedAt: Date.parse(AT) });
  expect(late).toMatchObject({ kind: 'turned-away', withdraw: 'enter' });
});

test('a clerk who decides the opposite later changes nothing', () => {
  const scan: Scan = { ...SCAN, device_verdict: { ...LET_IN, outcome: 'refused' }, clerk_decision: 'turned_away' };
  const recorded = { verdict: LET_IN, deviceVerdict: LET_IN, effect: 'enter' as const, undone: false };
  expect(judgeLateVerdict(received(scan), { ...recorded, receivedAt: Date.parse(AT) })).toEqual({
    kind: 'nothing-new',
  });
});
