import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import type { LedgerScan } from '../index.ts';
import type { LogFilters } from './filter-parameters.ts';
import { matchesFilters } from './matches-filters.ts';

const CHECKPOINT = '01a1fc4f-66db-7413-888b-aaf9e3b59103';

const entry: LedgerScan = {
  scan: {
    id: '01a1fc4f-66db-7413-888b-aaf9e3b59104',
    barcode: 'HL-2026-0003',
    symbology: 'qr_code',
    scan_method: 'camera',
    mode: 'entry',
    checkpoint_id: CHECKPOINT,
    claimed_at: '2026-11-21T09:00:00.000Z',
    device_id: 'gate-1.1',
    claimed_by: 'm.okafor',
  },
  domain: 'harbour',
  sync: 'sent',
  verdict: { outcome: 'accepted', reason: 'ok', ticket: { holder: 'Haruto Endo' } } as Verdict,
  tally: 'admitted',
  conflict: { id: '01a1fc4f-66db-7413-888b-aaf9e3b59105', kind: 'already_used' },
};

test('the period is that of the server: a scan of a clock that is behind is found when it happened', () => {
  const behind = { ...entry, scan: { ...entry.scan, clock_offset_ms: 20 * 60_000 } };
  const period = (from: string, to: string) => ({ from: `2026-11-21T${from}:00.000Z`, to: `2026-11-21T${to}:00.000Z` });
  expect(matchesFilters(behind, period('09:19', '09:21'))).toBe(true);
  expect(matchesFilters(behind, period('08:59', '09:01'))).toBe(false);
  // Set back since the server's time was measured: the scan cannot be older than that.
  const setBack = {
    ...entry,
    scan: { ...entry.scan, clock_offset_ms: 0, clock_checked_at: '2026-11-21T10:00:00.000Z' },
  };
  expect(matchesFilters(setBack, period('09:59', '10:01'))).toBe(true);
});

const yes: LogFilters[] = [
  {},
  { outcome: 'accepted', reason: 'ok', mode: 'entry', checkpoint_id: CHECKPOINT, clerk: 'm.okafor' },
  { device_id: 'gate-1.1', from: '2026-11-21T09:00:00.000Z', to: '2026-11-21T09:00:00.001Z' },
  { search: '2026-0003' },
  { search: 'haruto' },
  { search: 'En' },
  { conflict: 'open' },
  { conflict: 'any' },
  { undone: 'false' },
];
const no: LogFilters[] = [
  { outcome: 'refused' },
  { reason: 'cancelled' },
  { mode: 'check' },
  { checkpoint_id: '01a1fc4f-66db-7413-888b-aaf9e3b59199' },
  { clerk: 'a.lindqvist' },
  { device_id: 'gate-2.1' },
  { from: '2026-11-21T09:00:00.001Z' },
  { to: '2026-11-21T09:00:00.000Z' },
  { search: 'okafor' },
  { search: 'do' },
  { conflict: 'none' },
  { conflict: 'acknowledged' },
  { undone: 'true' },
  { sync: 'waiting' },
  { sync: 'quarantined' },
];

test.each(yes)('a scan of this device passes %j', (filters) => expect(matchesFilters(entry, filters)).toBe(true));

test.each(no)('the same scan does not pass %j', (filters) => expect(matchesFilters(entry, filters)).toBe(false));

test('a scan without a verdict is undecided', () => {
  expect(matchesFilters({ ...entry, verdict: null }, { outcome: 'undecided' })).toBe(true);
});

test('an undo that the server refused undoes nothing', () => {
  const undo = { id: 'u', at: '2026-11-21T09:01:00.000Z', by: 'm.okafor', sync: 'refused' } as const;
  expect(matchesFilters({ ...entry, undo }, { undone: 'true' })).toBe(false);
  expect(matchesFilters({ ...entry, undo: { ...undo, sync: 'waiting' } }, { undone: 'true' })).toBe(true);
});
