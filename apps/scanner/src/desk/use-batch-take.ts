import { createSoundCoalescer, scanSoundsMostUrgentFirst } from '@scantix/feedback';
import { useSetAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import type { PresentedCode } from '../scan/scan-desk.ts';
import { useApp } from '../services/app-context.ts';
import { useTake } from './use-take.ts';

/** Takes a presented code into the open batch, and tells whether it was kept; its verdict follows by itself. */
export function useBatchTake(): (code: PresentedCode) => Promise<boolean> {
  const { atoms, ledger, sounds } = useApp();
  const take = useTake();
  const setIds = useSetAtom(atoms.batchAtom);
  const announce = useMemo(
    () => createSoundCoalescer({ play: sounds.play, mostUrgentFirst: scanSoundsMostUrgentFirst }),
    [sounds],
  );
  return useCallback(
    async (code) => {
      const recorded = await take(code);
      if (!recorded) return false;
      const { id } = recorded.scan;
      setIds((ids) => ids && [...ids, id]);
      // A storage that fails meanwhile is told of by the strip under the header; the scan is kept.
      ledger.decide(id).then(
        ({ outcome }) => announce(outcome),
        () => {},
      );
      return true;
    },
    [announce, ledger, setIds, take],
  );
}
