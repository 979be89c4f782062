import type { ScanLedger } from '@scantix/scan-ledger';
import { useNow } from '@scantix/ui-shell/react';
import { useCallback } from 'react';
import { useLedgerValue } from './use-ledger-value.ts';

const RECENT_MINUTES = 5;

/** The scans of this device over the last five minutes; `null` until known. */
export function useRecentCount(): number | null {
  const now = useNow(30_000);
  const read = useCallback(
    async (ledger: ScanLedger) => {
      // The time is up to half a minute old. Scans of a clock that was ahead are further off.
      const counts = await ledger.count({ since: now - RECENT_MINUTES * 60_000, until: now + 60_000 });
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    [now],
  );
  return useLedgerValue(read);
}
