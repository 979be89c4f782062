import type { LedgerDecisions } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

/** What a person must decide on this device, kept current; `null` until the first read. */
export function useDecisions(): LedgerDecisions | null {
  const { ledger } = useApp();
  const [decisions, setDecisions] = useState<LedgerDecisions | null>(null);
  useEffect(() => {
    let unmounted = false;
    let readKey = '';
    const read = () => {
      const { conflicts, quarantined, revision } = ledger.getSnapshot();
      const key = `${conflicts} ${quarantined} ${revision}`;
      if (key === readKey) return;
      readKey = key;
      void ledger.listDecisions().then(
        (list) => unmounted || setDecisions(list),
        () => {},
      );
    };
    read();
    const unsubscribe = ledger.subscribe(read);
    return () => {
      unmounted = true;
      unsubscribe();
    };
  }, [ledger]);
  return decisions;
}
