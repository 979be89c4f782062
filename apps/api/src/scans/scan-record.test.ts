import { expect, test } from 'vitest';
import { scanRecord } from './scan-record.ts';

type Row = Parameters<typeof scanRecord>[0];

const id = (nth: number) => `0197b0a4-0000-7000-8000-00000000000${nth}`;
const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: '' };
const plain = {
  ...{ id: id(1), barcode: Buffer.from('\uFEFFA-1 ü'), symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
  ...{ checkpoint_id: id(2), checkpoint_name: 'Gate', claimed_at: new Date(1_000), received_at: new Date(2_000) },
  ...{ claimed_by: 'ada', submitted_by: 'grace', device_id: 'd', verdict, device_verdict: null, clerk_decision: null },
  ...{ marks: null, undo_id: null, undone_at: null, undone_by: null, undo_submitted_by: null, conflict_id: null },
  ...{ undo_offered_again: null, with_scan_id: null, kind: null, acknowledged_at: null, acknowledged_by: null },
} as unknown as Row;

const PLAIN = {
  ...{ id: id(1), barcode: '\uFEFFA-1 ü', symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
  ...{ checkpoint: { id: id(2), name: 'Gate' }, claimed_by: 'ada', submitted_by: 'grace', device_id: 'd', verdict },
  ...{ claimed_at: '1970-01-01T00:00:01.000Z', received_at: '1970-01-01T00:00:02.000Z' },
};

test('a scan that nothing came after has what was read and decided, and no more', () => {
  expect(scanRecord(plain)).toEqual(PLAIN);
});

test('a scan in doubt has what the device and the clerk decided, its marks and its conflict', () => {
  const more = {
    ...{ device_verdict: verdict, clerk_decision: 'let_through', marks: ['no_session'] },
    ...{ conflict_id: id(3), kind: 'unknown_code' },
  } as unknown as Partial<Row>;
  expect(scanRecord({ ...plain, ...more })).toEqual({
    ...PLAIN,
    ...{ device_verdict: verdict, clerk_decision: 'let_through', marks: ['no_session'] },
    conflict: { id: id(3), kind: 'unknown_code' },
  });
});

const undo = {
  ...{ undo_id: id(4), undone_at: new Date(3_000), undone_by: 'ada', undo_submitted_by: 'ada' },
} as Partial<Row>;
const UNDONE = { id: id(4), at: '1970-01-01T00:00:03.000Z', by: 'ada' };

test.each([
  ['by whom it was made', {}, {}],
  ['by another, whom it names', { undo_submitted_by: 'grace' }, { submitted_by: 'grace' }],
  ['and was offered again', { undo_offered_again: true }, { offered_again: true }],
])('a scan that was taken back tells %s', (_what, row, more) => {
  expect(scanRecord({ ...plain, ...undo, ...row }).undone).toEqual({ ...UNDONE, ...more });
});
