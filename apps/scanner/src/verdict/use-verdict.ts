import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';

export type VerdictState =
  | { readonly status: 'deciding' }
  | { readonly status: 'decided'; readonly verdict: Verdict; readonly scan: LedgerScan | null }
  | { readonly status: 'not-here' };

/** The verdict of one scan of this device, by its id; opening it again reads the record and uses nothing up. */
export function useVerdict(scanId: string | null): VerdictState {
  const { ledger } = useApp();
  const [state, setState] = useState<VerdictState>({ status: 'deciding' });

  useEffect(() => {
    if (scanId === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    const read = async () => {
      const known = await ledger.get(scanId);
      if (!known) return setState({ status: 'not-here' });
      const verdict = known.verdict ?? (await ledger.decide(scanId, { signal }));
      const scan = await ledger.get(scanId);
      if (!signal.aborted) setState({ status: 'decided', verdict: scan?.verdict ?? verdict, scan });
    };
    setState({ status: 'deciding' });
    read().catch(() => signal.aborted || setState({ status: 'not-here' }));
    // An undecided scan gets its verdict when the server has answered.
    const unsubscribe = ledger.subscribe(() => {
      void ledger.get(scanId).then((scan) => {
        if (scan?.verdict && !signal.aborted) setState({ status: 'decided', verdict: scan.verdict, scan });
      });
    });
    return () => {
      abort.abort();
      unsubscribe();
    };
  }, [ledger, scanId]);

  return state;
}
