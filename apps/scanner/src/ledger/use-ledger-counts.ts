import type { ScanLedger, Tally } from '@scantix/scan-ledger';
import { useCallback } from 'react';
import { useLedgerValue } from './use-ledger-value.ts';

/** The number of scans by tally. */
export type DayCounts = Readonly<Record<Tally, number>>;

/** The tallies of this device since `since` (epoch milliseconds), kept current; `null` until the first read. */
export function useLedgerCounts(since: number): DayCounts | null {
  return useLedgerValue(useCallback((ledger: ScanLedger) => ledger.count({ since }), [since]));
}
