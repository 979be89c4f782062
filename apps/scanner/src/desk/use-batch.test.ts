import type { LedgerScan } from '@scantix/scan-ledger';
import { expect, test } from 'vitest';
import { findBatch, MAX_LISTED } from './use-batch.ts';

/** The ids of a device sort by time. */
const idAt = (at: number) => `01934c5e-7a10-7000-8000-${String(at).padStart(12, '0')}`;
/** The newest scans of the device, of which this is the last. */
const logUntil = (last: number) =>
  Array.from({ length: Math.min(last, MAX_LISTED) }, (_, back) => ({ scan: { id: idAt(last - back) } }) as LedgerScan);

test('scans of a batch that another window has pushed out of the log are earlier ones, not ones to check', () => {
  // The other window has made 34 of the last 100.
  const others = new Set(Array.from({ length: 34 }, (_, index) => 200 - 3 * index));
  const ids = Array.from({ length: 200 }, (_, back) => 200 - back).filter((at) => !others.has(at));
  const batch = findBatch(ids.slice(0, 80).map(idAt), logUntil(200));
  expect(batch).toMatchObject({ scans: { length: 66 }, earlier: 14 });
});

test('a scan that the log does not have yet is no earlier one', () => {
  expect(findBatch([201, 200].map(idAt), logUntil(200))).toMatchObject({ scans: { length: 1 }, earlier: 0 });
  expect(findBatch([201].map(idAt), logUntil(200))).toEqual({ scans: [], earlier: 0 });
  expect(findBatch([1].map(idAt), [])).toEqual({ scans: [], earlier: 0 });
});
