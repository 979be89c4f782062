import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';
import { useLayoutEffect, useState } from 'react';
import { useApp } from '../services/app-context.ts';

/** The verdict of a scan, or `missing` if the log has not had the scan or could not be read. */
export type VerdictState =
  | { readonly status: 'deciding' }
  | { readonly status: 'decided'; readonly verdict: Verdict; readonly scan: LedgerScan }
  | { readonly status: 'missing' };

const DECIDING: VerdictState = { status: 'deciding' };

/**
 * The verdict of one scan of this device, by its id, kept current: an undecided scan gets its verdict when the server
 * answers. Only the first read decides; later ones read the record, and one that fails changes nothing.
 */
export function useVerdict(scanId: string): VerdictState {
  const { ledger } = useApp();
  const [state, setState] = useState<VerdictState>(DECIDING);

  // With the commit: passive effects wait for a paint, and somebody waits for the verdict.
  useLayoutEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let revision = -1;
    const show = (next: VerdictState) => signal.aborted || setState(next);
    // What has been read stays: a storage that fails later must not hide a refusal.
    const showMissing = () =>
      signal.aborted || setState((now) => (now.status === 'decided' ? now : { status: 'missing' }));

    const read = async () => {
      revision = ledger.getSnapshot().revision;
      const scan = await ledger.get(scanId, { signal });
      if (!scan) return showMissing();
      if (scan.verdict) return show({ status: 'decided', verdict: scan.verdict, scan });
      const verdict = await ledger.decide(scanId, { signal });
      // With what the row says now: the server may have answered during the decision.
      const settled = (await ledger.get(scanId, { signal })) ?? scan;
      show({ status: 'decided', verdict: settled.verdict ?? verdict, scan: settled });
    };
    const readOrFail = () => void read().catch(showMissing);

    setState(DECIDING);
    readOrFail();
    const unsubscribe = ledger.subscribe(() => {
      if (ledger.getSnapshot().revision !== revision) readOrFail();
    });
    return () => {
      abort.abort();
      unsubscribe();
    };
  }, [ledger, scanId]);

  return state;
}
