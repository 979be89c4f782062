import type { PresentedCode } from '@scantix/scan-ledger/desk';
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { useApp } from '../services/app-context.ts';
import { useRecordAndShow } from './use-record-and-show.ts';
import { useRecordIntoBatch } from './use-record-into-batch.ts';

/** A code that a person entered: the scan method is `manual`. */
export const typedCode = (text: string): PresentedCode => ({ text, symbology: 'unknown', method: 'manual' });

/** Records a code that a person entered: into the open batch, or with its result. Resolves to whether it was stored. */
export function useRecordTyped(): (text: string) => Promise<boolean> {
  const hasBatch = useAtomValue(useApp().atoms.batchAtom) !== null;
  const recordAndShow = useRecordAndShow();
  const recordIntoBatch = useRecordIntoBatch();
  return useCallback(
    async (text) => {
      const code = typedCode(text);
      return hasBatch ? (await recordIntoBatch([code])).length === 0 : recordAndShow(code);
    },
    [hasBatch, recordAndShow, recordIntoBatch],
  );
}
