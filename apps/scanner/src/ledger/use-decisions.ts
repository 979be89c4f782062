import type { LedgerDecisions } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

interface Decisions extends LedgerDecisions {
  /** How many scans are in quarantine, with those that are not listed. */
  readonly inQuarantine: number;
}

/** What a person must decide on this device, kept current; `null` until the first read. */
export function useDecisions(): Decisions | null {
  const { ledger } = useApp();
  const [decisions, setDecisions] = useState<Decisions | null>(null);
  useEffect(() => {
    let unmounted = false;
    let readKey = '';
    const read = () => {
      const { conflicts, quarantined, revision } = ledger.getSnapshot();
      const key = `${conflicts} ${quarantined} ${revision}`;
      if (key === readKey) return;
      readKey = key;
      void ledger.listDecisions().then(
        (list) => unmounted || setDecisions({ ...list, inQuarantine: quarantined }),
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
