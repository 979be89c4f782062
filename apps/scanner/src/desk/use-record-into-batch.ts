import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useApp } from '../services/app-context.ts';
import { useRecordTogether } from './use-record-together.ts';

/** Records the codes of one picture into the open batch. Resolves to whether all were stored. */
export function useRecordIntoBatch(): (codes: readonly PresentedCode[]) => Promise<boolean> {
  const record = useRecordTogether();
  const setIds = useSetAtom(useApp().atoms.batchAtom);
  return useCallback(
    async (codes) => {
      const taken = (await record(codes)).filter((id) => id !== null);
      setIds((ids) => ids && [...taken, ...ids]);
      return taken.length === codes.length;
    },
    [record, setIds],
  );
}
