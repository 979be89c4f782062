import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';

/** The newest scans of this device, kept current; `null` until the first answer. */
export function useLedgerScans(limit: number): readonly LedgerScan[] | null {
  const { ledger } = useApp();
  const [scans, setScans] = useState<readonly LedgerScan[] | null>(null);

  useEffect(() => {
    let gone = false;
    let revision = -1;
    const read = () => {
      if (ledger.getSnapshot().revision === revision) return;
      revision = ledger.getSnapshot().revision;
      void ledger.list({ limit }).then(
        (list) => gone || setScans(list),
        () => gone || setScans([]),
      );
    };
    read();
    const unsubscribe = ledger.subscribe(read);
    return () => {
      gone = true;
      unsubscribe();
    };
  }, [ledger, limit]);

  return scans;
}
