import { createSoundCoalescer, scanSoundsMostUrgentFirst } from '@scantix/feedback';
import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useApp } from '../services/app-context.ts';
import { useRecordScan } from './use-record-scan.ts';

/** Records a code into the open batch. Resolves to whether it was stored; the sound of its verdict follows. */
export function useRecordIntoBatch(): (code: PresentedCode) => Promise<boolean> {
  const { atoms, ledger, sounds } = useApp();
  const record = useRecordScan();
  const setIds = useSetAtom(atoms.batchAtom);
  const announce = useMemo(
    () => createSoundCoalescer({ play: sounds.play, mostUrgentFirst: scanSoundsMostUrgentFirst }),
    [sounds],
  );
  return useCallback(
    async (code) => {
      const scan = await record(code);
      if (!scan) return false;
      const { id } = scan.scan;
      setIds((ids) => ids && [...ids, id]);
      // The scan is stored. If the storage fails now, the status strip reports it.
      ledger.decide(id).then(
        ({ outcome }) => announce(outcome),
        () => {},
      );
      return true;
    },
    [announce, ledger, setIds, record],
  );
}
