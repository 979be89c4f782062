import type { ScanRecord } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { CSV_HEADER, csvLine } from './scan-csv.ts';

test('a visitor whom a device let in, though the server had refused, is told by the line', () => {
  const record = {
    ...{ id: 'scan-1', checkpoint: { name: 'Gate A' }, barcode: 'A' },
    verdict: { outcome: 'accepted', reason: 'ok', certainty: 'device' },
    first_verdict: { outcome: 'refused', reason: 'already_used', certainty: 'server' },
    device_verdict: { outcome: 'accepted', reason: 'ok', certainty: 'device' },
  } as unknown as ScanRecord;
  const [columns, cells] = [CSV_HEADER, csvLine(record)].map((line) => line.trimEnd().split(','));
  const cell = (column: string) => cells?.[columns?.indexOf(column) ?? -1];
  expect(['outcome', 'reason', 'device_outcome', 'device_reason', 'first_outcome', 'first_reason'].map(cell)).toEqual([
    ...['accepted', 'ok'],
    ...['accepted', 'ok'],
    ...['refused', 'already_used'],
  ]);
});
