import { createSoundCoalescer, scanSoundsMostUrgentFirst } from '@scantix/feedback';
import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useCallback, useMemo } from 'react';
import { useApp } from '../services/app-context.ts';
import { soundOf } from '../verdict/use-announce.ts';
import { useRecordScan } from './use-record-scan.ts';

/**
 * Records codes that come together, in the order in which a list shows them. Resolves to the id of each, `null` for one
 * that was not stored; one signal for all their verdicts follows.
 */
export function useRecordTogether(): (codes: readonly PresentedCode[]) => Promise<readonly (string | null)[]> {
  const { ledger, signals } = useApp();
  const record = useRecordScan();
  const announce = useMemo(
    () => createSoundCoalescer({ play: signals.play, mostUrgentFirst: scanSoundsMostUrgentFirst }),
    [signals],
  );
  return useCallback(
    async (codes) => {
      const scans = await Promise.all(codes.map(record));
      const ids = scans.map((scan) => scan?.scan.id ?? null);
      for (const id of ids) {
        if (id === null) continue;
        // The scan is stored. If the storage fails now, the status strip reports it.
        ledger.decide(id).then(
          (verdict) => announce(soundOf(verdict)),
          () => {},
        );
      }
      return ids;
    },
    [announce, ledger, record],
  );
}
