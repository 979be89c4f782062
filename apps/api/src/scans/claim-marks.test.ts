import type { Scan } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { type ClaimedClerk, claimMarks, isClaimInDoubt, MAX_CLAIM_AGE_MS } from './claim-marks.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 10, 21, 20);

const scanAt = (at: number, device_id = 'phone'): Scan => ({
  id: '019ab000-0000-7000-8000-000000000001',
  barcode: 'A-1',
  symbology: 'qr_code',
  scan_method: 'camera',
  mode: 'entry',
  checkpoint_id: '019ab000-0000-7000-8000-000000000002',
  claimed_at: new Date(at).toISOString(),
  device_id,
  claimed_by: 'clerk',
});
const session = (more = {}) => ({ deviceId: 'phone', from: NOW - 2 * HOUR_MS, until: NOW + 10 * HOUR_MS, ...more });
const marksAt = (at: number, known: Partial<ClaimedClerk> = {}, { deliveredBy = 'desk', device = 'phone' } = {}) =>
  claimMarks(
    scanAt(at, device),
    { disabledAt: null, sessions: [session()], ...known },
    { deliveredBy, receivedAt: NOW },
  );

test('a claim within a session of the clerk on the device has no mark', () => {
  expect(marksAt(NOW - HOUR_MS)).toEqual([]);
  expect(marksAt(NOW - HOUR_MS, {}, { device: 'reset', deliveredBy: 'phone' })).toEqual([]);
});

test('a claim on a device where the clerk was not signed in is marked', () => {
  expect(marksAt(NOW - HOUR_MS, {}, { device: 'other' })).toEqual(['no_session']);
  expect(marksAt(NOW - HOUR_MS, { sessions: [] })).toEqual(['no_session']);
});

test.each([
  ['at the sign-in, by a clock that is minutes off', 2 * HOUR_MS + 5 * MINUTE_MS, {}, []],
  ['before the sign-in', 2 * HOUR_MS + 6 * MINUTE_MS, {}, ['no_session']],
  ['twelve hours after a session that could not be refreshed', 0, { until: NOW - 12 * HOUR_MS }, []],
  ['minutes after them', 0, { until: NOW - 12 * HOUR_MS - 5 * MINUTE_MS }, []],
  ['of a time to come, which counts as of its arrival', -HOUR_MS, { until: NOW - 12 * HOUR_MS }, []],
  ['later than that', 0, { until: NOW - 12 * HOUR_MS - 6 * MINUTE_MS }, ['no_session']],
])('a claim %s', (_when, agoMs, more, marks) => {
  expect(marksAt(NOW - agoMs, { sessions: [session({ from: NOW - 2 * HOUR_MS, ...more })] })).toEqual(marks);
});

test('a claim of a time after the clerk was disabled is marked', () => {
  expect(marksAt(NOW, { disabledAt: NOW - 5 * MINUTE_MS })).toEqual([]);
  expect(marksAt(NOW, { disabledAt: NOW - 6 * MINUTE_MS })).toEqual(['clerk_disabled']);
});

test('a claim older than 31 days is marked', () => {
  const sessions = [session({ from: 0 })];
  expect(marksAt(NOW - MAX_CLAIM_AGE_MS, { sessions })).toEqual([]);
  expect(marksAt(NOW - MAX_CLAIM_AGE_MS - 1, { sessions })).toEqual(['claimed_long_ago']);
  expect(marksAt(0)).toEqual(['no_session', 'claimed_long_ago']);
});

test('a mark of the rights or of a late word leaves the claim its time', () => {
  expect([isClaimInDoubt(['outside_rights', 'late_from_another_device']), isClaimInDoubt(['no_session'])]).toEqual([
    false,
    true,
  ]);
  expect(isClaimInDoubt(['outside_rights', 'no_session'])).toBe(true);
});
