import type { Verdict } from '@scantix/api-contract';
import { MAX_RECENT_EFFECTS } from '@scantix/api-contract/rules';
import { expect, test } from 'vitest';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { VALID_TICKET } from '../testing/index.ts';
import { withDeviceScans } from './device-scans.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number).padStart(12, '0')}`;
/** The scan that is decided. */
const NEXT = idOf(99);

const ACCEPTED: Verdict = {
  ...{ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at: new Date(NOW).toISOString() },
};

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
  inside: 1,
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
  inside: 1,
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
  [
    'an undo that the server recorded after these tickets returns the entry',
    held(named),
    [entry(1, NOW, { sync: 'sent', change: 9, ...undo('sent', 11) })],
    0,
  ],
  [
    'an undo that they include returns nothing more',
    held(named),
    [entry(1, NOW, { sync: 'sent', change: 9, ...undo('sent', 10) })],
    1,
  ],
  [
    'an undo that the server refused returns nothing',
    held(),
    [entry(1, NOW, { undo: { id: idOf(50), at: '', by: 'anna', sync: 'refused' } })],
    1,
  ],
  ['a scan without a verdict is not counted', held(), [entry(1, NOW, { verdict: null })], 0],
  [
    'a refused scan is not counted',
    held(),
    [entry(1, NOW, { verdict: { ...ACCEPTED, outcome: 'refused', reason: 'blocked' } })],
    0,
  ],
  ['an entry and its undo that they do not include count for nothing', held(), [entry(1, NOW, undo('waiting'))], 0],
  [
    'an entry and its undo that they do not include leave the entries of others',
    held({ ...named, recentEffects: [{ scanId: idOf(2), at: NOW, kind: 'enter' }] }),
    [entry(1, NOW, undo('waiting'))],
    1,
  ],
  [
    'an undo of an entry that somebody else has undone returns nothing more',
    held(),
    [entry(1, NOW, { sync: 'sent', change: 9, ...undo('waiting') })],
    0,
  ],
  [
    'an undo of a scan that changed nothing at the server returns nothing, on a busy ticket, too',
    held(busy),
    [entry(1, NOW - 60_000, { sync: 'sent', ...undo('waiting') })],
    20,
  ],
  ['what is newer than all that a busy ticket names is counted', held(busy), [entry(1, NOW + 60_000)], 21],
  ['so is what is as old as the oldest that it names', held(busy), [entry(1, NOW)], 21],
] as const)('%s', (_title, ticket, own, entriesUsed) => {
  expect(withDeviceScans(ticket, own, NEXT)?.entriesUsed).toBe(entriesUsed);
});

test.each([
  ['an entry without an answer, older than all that a busy ticket names', [entry(1, NOW - 60_000)]],
  ['an undo of such an entry', [entry(1, NOW - 60_000, { sync: 'sent', change: 9, ...undo('waiting') })]],
] as const)('%s may be included or not: the device does not decide', (_title, own) => {
  expect(withDeviceScans(held(busy), own, NEXT)).toBeNull();
});

test('an entry of this device is the first use, at the checkpoint as the ticket names it, if it does', () => {
  const worksAt = [
    { id: idOf(9), name: 'Door' },
    { id: idOf(0), name: 'Gate' },
  ];
  const firstUse = (state: typeof VALID_TICKET) => withDeviceScans(held(state), [entry(1, NOW)], NEXT)?.firstUse;
  expect(firstUse({ ...VALID_TICKET, worksAt })).toEqual({
    ...{ scan_id: idOf(1), at: new Date(NOW).toISOString(), clerk: 'anna', checkpoint: 'Gate' },
  });
  expect(firstUse(VALID_TICKET)?.checkpoint).toBe('');
});

test('a verdict of the server counts from when it was given, one of the device from when the code was read', () => {
  const later = new Date(NOW + 5_000).toISOString();
  const lastEntryAt = (certainty: Verdict['certainty']) =>
    withDeviceScans(held(), [entry(1, NOW, { verdict: { ...ACCEPTED, certainty, decided_at: later } })], NEXT)
      ?.lastEntry?.at;
  expect([lastEntryAt('server'), lastEntryAt('device')]).toEqual([NOW + 5_000, NOW]);
});

test('an undone entry leaves what the ticket says of the other entries', () => {
  const others = [2, 3].map((number) => ({ scanId: idOf(number), at: NOW + number, kind: 'enter' as const }));
  const state = {
    ...{ ...VALID_TICKET, entriesAllowed: 3, entriesUsed: 3, inside: 3 },
    recentEffects: [{ scanId: idOf(1), at: NOW, kind: 'enter' as const }, ...others],
    firstUse: { scan_id: idOf(2), at: new Date(NOW + 2).toISOString(), clerk: 'Ben', checkpoint: 'Gate B' },
    lastEntry: { scanId: idOf(3), at: NOW + 3, deviceId: 'device-3', checkpointId: idOf(9) },
  };
  const own = entry(1, NOW, { sync: 'sent', change: 9, ...undo('waiting') });
  expect(withDeviceScans(held(state), [own], NEXT)).toEqual({
    ...{ ...state, entriesUsed: 2, inside: 2, recentEffects: others },
  });
});

test('of an entry that the ticket does not describe, an undone entry leaves the time', () => {
  const other = { scanId: idOf(2), at: NOW + 2, kind: 'enter' as const };
  const state = { ...named, entriesUsed: 2, recentEffects: [...named.recentEffects, other] };
  const own = entry(1, NOW, { sync: 'sent', change: 9, ...undo('waiting') });
  expect(withDeviceScans(held(state), [own], NEXT)).toMatchObject({
    firstUse: { scan_id: idOf(2), at: new Date(NOW + 2).toISOString(), clerk: '', checkpoint: '' },
    lastEntry: { scanId: idOf(2), at: NOW + 2, deviceId: '', checkpointId: '' },
  });
});

test('of two entries of this device, the undo of one leaves the other as this device knows it', () => {
  const second = { scanId: idOf(2), at: NOW + 1_000, kind: 'enter' as const };
  const state = { ...named, entriesUsed: 2, inside: 2, recentEffects: [...named.recentEffects, second] };
  const own = [
    entry(1, NOW, { sync: 'sent', change: 9, ...undo('waiting') }),
    entry(2, NOW + 1_000, { sync: 'sent', change: 10 }),
  ];
  expect(withDeviceScans(held(state), own, NEXT)).toMatchObject({
    ...{ entriesUsed: 1, inside: 1, firstUse: { scan_id: idOf(2), clerk: 'anna' } },
    lastEntry: { scanId: idOf(2), deviceId: 'device-1' },
  });
});
