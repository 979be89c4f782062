import type { LedgerDecisions } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

/** What waits for a person on this device, kept current; `null` until the first answer. */
export function useDecisions(): LedgerDecisions | null {
  const { ledger } = useApp();
  const [decisions, setDecisions] = useState<LedgerDecisions | null>(null);
  useEffect(() => {
    let gone = false;
    let seen = '';
    const read = () => {
      const { conflicts, quarantined, revision } = ledger.getSnapshot();
      const key = `${conflicts} ${quarantined} ${revision}`;
      if (key === seen) return;
      seen = key;
      void ledger.listDecisions().then(
        (list) => gone || setDecisions(list),
        () => {},
      );
    };
    read();
    const unsubscribe = ledger.subscribe(read);
    return () => {
      gone = true;
      unsubscribe();
    };
  }, [ledger]);
  return decisions;
}
