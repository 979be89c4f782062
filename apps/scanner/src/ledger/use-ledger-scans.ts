import type { LedgerScan, ScanLedger } from '@scantix/scan-ledger';
import { useCallback } from 'react';
import { useLedgerValue } from './use-ledger-value.ts';

/** The newest scans of this device, kept current; `null` until the first read, empty if the log cannot be read. */
export function useLedgerScans(limit: number): readonly LedgerScan[] | null {
  return useLedgerValue(
    useCallback((ledger: ScanLedger) => ledger.list({ limit }).catch((): LedgerScan[] => []), [limit]),
  );
}
