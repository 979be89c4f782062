import { formatScanResultAddress } from '@scantix/api-contract';
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '../app-context.ts';
import { liveResult } from './live-result.ts';
import type { PresentedCode } from './scan-desk.ts';
import { useScanPlace } from './use-scan-place.ts';

/** Takes a presented code to its Scan Result and tells whether it did; says loudly when it could not be kept. */
export function useScan(): (code: PresentedCode) => Promise<boolean> {
  const { desk, toasts, atoms } = useApp();
  const { checkpoint } = useScanPlace();
  const mode = useAtomValue(atoms.scanModeAtom);
  const navigate = useNavigate();

  return useCallback(
    async (code) => {
      if (!checkpoint) {
        toasts.show({
          kind: 'error',
          title: 'Choose a checkpoint first',
          message: 'Home shows the checkpoints of your workgroup.',
        });
        return false;
      }
      try {
        const recorded = await desk.take(code, { checkpoint, mode });
        if (!recorded) return false;
        const { scan } = recorded;
        const address = { barcode: scan.barcode, scanId: scan.id, ...(mode === 'entry' ? {} : { mode }) };
        await navigate(formatScanResultAddress(address), { state: liveResult() });
        return true;
      } catch (error) {
        toasts.show({
          kind: 'error',
          title: 'Not recorded: scan again',
          message: error instanceof Error ? error.message : String(error),
        });
        return false;
      }
    },
    [checkpoint, desk, mode, navigate, toasts],
  );
}
