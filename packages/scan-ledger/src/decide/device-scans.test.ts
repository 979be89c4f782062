import { MAX_RECENT_EFFECTS } from '@scantix/api-contract/rules';
import { expect, test } from 'vitest';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { VALID_TICKET } from '../testing/index.ts';
import { withDeviceScans } from './device-scans.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number).padStart(12, '0')}`;

function entry(number: number, at: number, more: Partial<LedgerScan> = {}): LedgerScan {
  const claimedAt = new Date(at).toISOString();
  return {
    scan: {
      ...{ id: idOf(number), barcode: 'A', symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
      ...{ checkpoint_id: idOf(0), claimed_at: claimedAt, device_id: 'device-1', claimed_by: 'anna' },
    },
    domain: 'north',
    sync: 'waiting',
    verdict: { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at: claimedAt },
    tally: 'admitted',
    ...more,
  };
}

/** A ticket that names as many effects as it can, all of other devices. */
const busy = {
  ...VALID_TICKET,
  entriesAllowed: 99,
  entriesUsed: 20,
  inside: true,
  recentEffects: Array.from({ length: MAX_RECENT_EFFECTS }, (_, index) => ({
    scanId: idOf(100 + index),
    at: NOW + index * 1_000,
    kind: 'enter' as const,
  })),
};

const undo = (sync: 'waiting' | 'sent', change?: number) => ({
  undo: { id: idOf(50), at: '', by: 'anna', sync, ...(change === undefined ? {} : { change }) },
  tally: 'undone' as const,
});

const held = (state = VALID_TICKET, change = 10) => ({ state, change });
const named = {
  ...VALID_TICKET,
  entriesUsed: 1,
  inside: true,
  recentEffects: [{ scanId: idOf(1), at: NOW, kind: 'enter' as const }],
};

test.each([
  ['an entry that the tickets do not include is counted', held(), [entry(1, NOW)], 1],
  ['one that they include is not counted twice', held(named), [entry(1, NOW)], 1],
  [
    'one that the server recorded after these tickets is counted',
    held(),
    [entry(1, NOW, { sync: 'sent', change: 11 })],
    1,
  ],
  [
    'one that the server recorded before them and that they do not include was undone by somebody',
    held(),
    [entry(1, NOW, { sync: 'sent', change: 10 })],
    0,
  ],
  ['one that changed nothing at the server is not counted', held(), [entry(1, NOW, { sync: 'sent' })], 0],
  ['one in quarantine is counted: the visitor is inside', held(), [entry(1, NOW, { sync: 'quarantined' })], 1],
  [
    'an undo that they do not include returns the entry',
    held(named),
    [entry(1, NOW, { sync: 'sent', change: 9, ...undo('waiting') })],
    0,
  ],
  ['an entry and its undo that they do not include count for nothing', held(), [entry(1, NOW, undo('waiting'))], 0],
  ['what is newer than all that a busy ticket names is counted', held(busy), [entry(1, NOW + 60_000)], 21],
] as const)('%s', (_title, ticket, own, entriesUsed) => {
  expect(withDeviceScans(ticket, own)?.entriesUsed).toBe(entriesUsed);
});

test.each([
  ['an entry without an answer, older than all that a busy ticket names', [entry(1, NOW - 60_000)]],
  ['an undo of such an entry', [entry(1, NOW - 60_000, { sync: 'sent', change: 9, ...undo('waiting') })]],
] as const)('%s may be included or not: the device does not decide', (_title, own) => {
  expect(withDeviceScans(held(busy), own)).toBeNull();
});
