import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

export type VerdictState =
  | { readonly status: 'deciding' }
  | { readonly status: 'decided'; readonly verdict: Verdict; readonly scan: LedgerScan }
  | { readonly status: 'not-here' };

/**
 * The verdict of one scan of this device, by its id. Opening it again reads the record and uses nothing up; an
 * undecided scan gets its verdict when the server has answered.
 */
export function useVerdict(scanId: string): VerdictState {
  const { ledger } = useApp();
  const [state, setState] = useState<VerdictState>({ status: 'deciding' });

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let revision = -1;
    const show = (next: VerdictState) => signal.aborted || setState(next);

    const read = async () => {
      revision = ledger.getSnapshot().revision;
      const scan = await ledger.get(scanId, { signal });
      if (!scan) return show({ status: 'not-here' });
      const verdict = scan.verdict ?? (await ledger.decide(scanId, { signal }));
      const settled = (await ledger.get(scanId, { signal })) ?? scan;
      // The server's answer may have come since.
      show({ status: 'decided', verdict: settled.verdict ?? verdict, scan: settled });
    };
    const readOrGiveUp = () => void read().catch(() => show({ status: 'not-here' }));

    setState({ status: 'deciding' });
    readOrGiveUp();
    const unsubscribe = ledger.subscribe(() => {
      if (ledger.getSnapshot().revision !== revision) readOrGiveUp();
    });
    return () => {
      abort.abort();
      unsubscribe();
    };
  }, [ledger, scanId]);

  return state;
}
