import type { Scan } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { payloadHash } from './payload-hash.ts';

const SCAN: Scan = {
  ...{ id: 'id', barcode: 'A', symbology: 'qr_code', scan_method: 'camera', mode: 'entry', checkpoint_id: 'gate' },
  ...{ claimed_at: '2026-11-21T20:00:00.000Z', device_id: 'device', claimed_by: 'ada' },
};
const isRepeat = (more: Partial<Scan>) => Buffer.compare(payloadHash(SCAN), payloadHash({ ...SCAN, ...more })) === 0;

test.each([
  { id: 'other' },
  { barcode: 'B' },
  { raw: 'QQ==' },
  { symbology: 'ean_13' },
  { scan_method: 'hardware' },
  { mode: 'exit' },
  { checkpoint_id: 'door' },
  { claimed_at: '2026-11-21T20:00:00.001Z' },
  { device_id: 'other' },
  { claimed_by: 'ben' },
] as const)('a scan that differs in %o is another scan', (more) => {
  expect(isRepeat(more)).toBe(false);
});

test('a repeat may know its clock better, and the verdict of its device', () => {
  const device_verdict = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' } as const;
  expect(isRepeat({ clock_offset_ms: 5, device_verdict: { ...device_verdict, decided_at: SCAN.claimed_at } })).toBe(
    true,
  );
});
