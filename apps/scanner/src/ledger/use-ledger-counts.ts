import type { ScanLedger, Tally } from '@scantix/scan-ledger';
import { useCallback } from 'react';
import { useLedgerValue } from './use-ledger-value.ts';

export type DayCounts = Readonly<Record<Tally, number>>;

/** What the scans of this device count as since `since` (epoch milliseconds), kept current; `null` until the first answer. */
export function useLedgerCounts(since: number): DayCounts | null {
  return useLedgerValue(useCallback((ledger: ScanLedger) => ledger.count({ since }), [since]));
}
