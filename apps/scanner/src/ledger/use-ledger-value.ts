import type { ScanLedger } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

/**
 * A value read from the ledger, and read again with each change of its log; `null` until the first read. If a read fails
 * the last value stays, and the status strip shows the problem.
 */
export function useLedgerValue<Value>(read: (ledger: ScanLedger) => Promise<Value>): Value | null {
  const { ledger } = useApp();
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    let unmounted = false;
    let revision = -1;
    const update = () => {
      if (ledger.getSnapshot().revision === revision) return;
      revision = ledger.getSnapshot().revision;
      void read(ledger).then(
        (next) => unmounted || setValue(next),
        () => {},
      );
    };
    update();
    const unsubscribe = ledger.subscribe(update);
    return () => {
      unmounted = true;
      unsubscribe();
    };
  }, [ledger, read]);
  return value;
}
