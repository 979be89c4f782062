import type { Tally } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';

export type DayCounts = Readonly<Record<Tally, number>>;

/** What the scans of this device count as since `sinceMs` (epoch milliseconds), kept current; `null` until the first answer. */
export function useLedgerCounts(sinceMs: number): DayCounts | null {
  const { ledger } = useApp();
  const [counts, setCounts] = useState<DayCounts | null>(null);
  useEffect(() => {
    let gone = false;
    let revision = -1;
    const read = () => {
      if (ledger.getSnapshot().revision === revision) return;
      revision = ledger.getSnapshot().revision;
      void ledger.count({ since: sinceMs }).then(
        (read) => gone || setCounts(read),
        () => {},
      );
    };
    read();
    const unsubscribe = ledger.subscribe(read);
    return () => {
      gone = true;
      unsubscribe();
    };
  }, [ledger, sinceMs]);
  return counts;
}
