import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useApp } from '../services/app-context.ts';
import { useRecordTogether } from './use-record-together.ts';

/** Records the codes of one picture into the open batch. Resolves to those that were not stored. */
export function useRecordIntoBatch(): (codes: readonly PresentedCode[]) => Promise<readonly PresentedCode[]> {
  const record = useRecordTogether();
  const setIds = useSetAtom(useApp().atoms.batchAtom);
  return useCallback(
    async (codes) => {
      const taken = await record(codes);
      setIds((ids) => ids && [...taken.filter((id) => id !== null), ...ids]);
      return codes.filter((_, at) => taken[at] === null);
    },
    [record, setIds],
  );
}
