import { createSoundCoalescer, scanSoundsMostUrgentFirst } from '@scantix/feedback';
import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useApp } from '../services/app-context.ts';
import { useRecordScan } from './use-record-scan.ts';

/**
 * Records the codes of one picture into the open batch, in the order in which the list shows them. Resolves to whether
 * all were stored; the sound of their verdicts follows.
 */
export function useRecordIntoBatch(): (codes: readonly PresentedCode[]) => Promise<boolean> {
  const { atoms, ledger, sounds } = useApp();
  const record = useRecordScan();
  const setIds = useSetAtom(atoms.batchAtom);
  const announce = useMemo(
    () => createSoundCoalescer({ play: sounds.play, mostUrgentFirst: scanSoundsMostUrgentFirst }),
    [sounds],
  );
  return useCallback(
    async (codes) => {
      const scans = await Promise.all(codes.map(record));
      const taken = scans.flatMap((scan) => scan?.scan.id ?? []);
      setIds((ids) => ids && [...taken, ...ids]);
      for (const id of taken) {
        // The scan is stored. If the storage fails now, the status strip reports it.
        ledger.decide(id).then(
          ({ outcome }) => announce(outcome),
          () => {},
        );
      }
      return taken.length === codes.length;
    },
    [announce, ledger, setIds, record],
  );
}
