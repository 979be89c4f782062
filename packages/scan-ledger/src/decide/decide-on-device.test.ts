import type { Scan } from '@scantix/api-contract';
import { applyEffect, MAX_RECENT_EFFECTS, type ScanEffect, type TicketState } from '@scantix/api-contract/rules';
import { expect, test, vi } from 'vitest';
import type { KnownTicket } from '../model/known-ticket.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { VALID_TICKET } from '../testing/index.ts';
import { decideOnDevice } from './decide-on-device.ts';

const AT = '2026-11-21T09:00:00.000Z';
const scan = (id: string): Scan => ({
  ...{ id, barcode: 'A', symbology: 'qr_code', scan_method: 'camera', mode: 'entry', checkpoint_id: 'gate' },
  ...{ claimed_at: AT, device_id: 'device', claimed_by: 'anna' },
});
const admitted = (id: string, deviceId = 'device'): LedgerScan => ({
  scan: { ...scan(id), device_id: deviceId },
  ...{ domain: 'north', sync: 'waiting', tally: 'admitted' },
  verdict: { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at: AT },
});

function decide(known: KnownTicket, own: LedgerScan[] = [], sleptMs = 0, mode: Scan['mode'] = 'entry') {
  const lookup = vi.fn(async () => known);
  const listEffective = vi.fn(async () => own);
  const verdict = decideOnDevice(
    { scan: { ...scan('a'), mode }, domain: 'north' },
    { tickets: { lookup }, store: { listEffective }, time: { read: () => ({ earliest: 0, latest: sleptMs }) } },
  );
  return { lookup, listEffective, verdict };
}

test.each([
  ['that is not in the snapshot', 'not-in-snapshot', 'not_in_snapshot'],
  ['of a snapshot that is too old', 'expired', 'snapshot_stale'],
  ['of a device without tickets', 'no-tickets', 'server_unreachable'],
] as const)('a ticket %s is left undecided, with the reason', async (_what, kind, reason) => {
  const { verdict, listEffective } = decide({ kind });
  expect(await verdict).toEqual({ outcome: 'undecided', reason, certainty: 'pending', mode: 'entry', decided_at: AT });
  expect(listEffective).not.toHaveBeenCalled();
});

test('a domain that collects accepts every code', async () => {
  expect(await decide({ kind: 'collects' }).verdict).toEqual({
    ...{ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at: AT },
  });
});

test('a known ticket is decided by the rules, at the time of the scan', async () => {
  const { lookup, listEffective, verdict } = decide({ kind: 'known', state: VALID_TICKET, change: 1 });
  expect(await verdict).toMatchObject({
    ...{ outcome: 'accepted', reason: 'ok', certainty: 'device', decided_at: AT, ticket: { holder: 'Ada Berg' } },
  });
  expect(lookup.mock.calls).toEqual([['north', 'A']]);
  expect(listEffective.mock.calls).toEqual([[{ domain: 'north', barcode: 'A' }]]);
});

test('the other scans of this device count, the scan itself does not', async () => {
  const known = { kind: 'known', state: VALID_TICKET, change: 1 } as const;
  expect(await decide(known, [admitted('a')]).verdict).toMatchObject({ outcome: 'accepted' });
  expect(await decide(known, [admitted('b', 'other')]).verdict).toMatchObject({ reason: 'already_used' });
});

const EARLIER = Date.parse(AT) - 10_000;
const effect = (scanId: string, kind: ScanEffect['kind'] = 'enter'): ScanEffect => ({
  ...{ scanId, kind, at: scanId === 'a' ? Date.parse(AT) : EARLIER, deviceId: 'device', checkpointId: 'gate' },
  ...{ clerk: 'Anna', checkpoint: 'Gate' },
});

test.each<[string, Scan['mode'], Partial<TicketState>, ScanEffect[], LedgerScan[]]>([
  ['an entry', 'entry', {}, [effect('a')], []],
  ['an exit', 'exit', {}, [effect('b'), effect('a', 'leave')], []],
  ['the second of two entries', 'entry', { entriesAllowed: 2 }, [effect('b'), effect('a')], []],
  ['an entry beside one that it lacks', 'entry', { entriesAllowed: 2 }, [effect('a')], [admitted('b')]],
])(
  '%s that the downloaded ticket includes already does not count against itself',
  async (_what, mode, more, effects, own) => {
    const state = effects.reduce(applyEffect, { ...VALID_TICKET, ...more });
    const verdict = await decide({ kind: 'known', state, change: 1 }, own, 0, mode).verdict;
    expect(verdict).toMatchObject({ outcome: 'accepted', reason: 'ok', ticket: { entries_left: 0 } });
  },
);

test('a ticket that may include another scan of this device or not is left undecided', async () => {
  const recentEffects = Array.from({ length: MAX_RECENT_EFFECTS }, (_, index) => ({
    ...{ scanId: `other ${index}`, at: Date.parse(AT) + 1 + index, kind: 'enter' as const },
  }));
  const known = { kind: 'known', state: { ...VALID_TICKET, recentEffects }, change: 1 } as const;
  expect(await decide(known, [admitted('b')]).verdict).toMatchObject({
    ...{ outcome: 'undecided', reason: 'server_unreachable', certainty: 'pending' },
  });
});

test.each([
  ['had expired for certain', 3_600_000, 'expired', 'device'],
  ['had expired unless the clock was set ahead during a sleep', 3_600_001, 'server_unreachable', 'pending'],
])('a ticket that %s', async (_what, sleptMs, reason, certainty) => {
  const state = { ...VALID_TICKET, validUntil: Date.parse(AT) - 3_600_000 };
  expect(await decide({ kind: 'known', state, change: 1 }, [], sleptMs).verdict).toMatchObject({ reason, certainty });
});

test('a ticket that is valid by the likely time is accepted, however long the device may have slept', async () => {
  const state = { ...VALID_TICKET, validFrom: Date.parse(AT) };
  const { verdict } = decide({ kind: 'known', state, change: 1 }, [], 86_400_000);
  expect(await verdict).toMatchObject({ outcome: 'accepted', certainty: 'device' });
});
