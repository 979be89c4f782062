import type { ScanMark, ScanRecord } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { fromServer } from './logged-scan.ts';

const CLAIMED = '1970-01-01T00:00:00.000Z';
const RECEIVED = '2026-11-21T19:00:00.000Z';

const logged = (marks?: ScanMark[]) => {
  const made = { claimed_at: CLAIMED, received_at: RECEIVED, checkpoint: { name: 'Gate' }, ...(marks && { marks }) };
  const { claimedAt, marked } = fromServer(made as unknown as ScanRecord);
  return { claimedAt, marked };
};

test('a scan stands in the log at the time that it claims, or at its arrival where that is in doubt', () => {
  expect(logged()).toEqual({ claimedAt: CLAIMED, marked: false });
  expect(logged(['outside_rights'])).toEqual({ claimedAt: CLAIMED, marked: true });
  expect(logged(['outside_rights', 'claimed_long_ago'])).toEqual({ claimedAt: RECEIVED, marked: true });
});
