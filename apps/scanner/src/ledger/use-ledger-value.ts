import type { ScanLedger } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

/**
 * Something read from the ledger, and read again with each change of its log; `null` until the first answer. Where it
 * cannot be read the last value stays: the line under the header says what is wrong.
 */
export function useLedgerValue<Value>(read: (ledger: ScanLedger) => Promise<Value>): Value | null {
  const { ledger } = useApp();
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    let gone = false;
    let revision = -1;
    const update = () => {
      if (ledger.getSnapshot().revision === revision) return;
      revision = ledger.getSnapshot().revision;
      void read(ledger).then(
        (next) => gone || setValue(next),
        () => {},
      );
    };
    update();
    const unsubscribe = ledger.subscribe(update);
    return () => {
      gone = true;
      unsubscribe();
    };
  }, [ledger, read]);
  return value;
}
