import type { ScanLedger } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

/**
 * A value read from the ledger, and read again with each change of its log, its conflicts or its quarantine; `null` until
 * the first read. If a read fails the last value stays, and the status strip shows the problem.
 */
export function useLedgerValue<Value>(read: (ledger: ScanLedger) => Promise<Value>): Value | null {
  const { ledger } = useApp();
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    let readKey = '';
    let reads = 0;
    let shown = 0;
    const update = () => {
      const { conflicts, quarantined, revision } = ledger.getSnapshot();
      const key = `${conflicts} ${quarantined} ${revision}`;
      if (key === readKey) return;
      readKey = key;
      reads += 1;
      const mine = reads;
      const show = (next: Value) => {
        // A read that began before the shown one tells of an earlier time.
        if (mine < shown) return;
        shown = mine;
        setValue(next);
      };
      void read(ledger).then(show, () => {});
    };
    update();
    const unsubscribe = ledger.subscribe(update);
    return () => {
      shown = Number.POSITIVE_INFINITY;
      unsubscribe();
    };
  }, [ledger, read]);
  return value;
}
