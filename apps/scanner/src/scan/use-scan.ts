import { formatScanResultAddress } from '@scantix/api-contract';
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '../app-context.ts';
import { translateText } from '../i18n/translate-text.ts';
import { useI18n } from '../i18n/use-i18n.ts';
import { liveResult } from './live-result.ts';
import type { PresentedCode } from './scan-desk.ts';
import { useScanPlace } from './use-scan-place.ts';

/** Takes a presented code to its Scan Result and tells whether it did; says loudly when it could not be kept. */
export function useScan(): (code: PresentedCode) => Promise<boolean> {
  const { desk, toasts, atoms } = useApp();
  const i18n = useI18n();
  const { checkpoint } = useScanPlace();
  const mode = useAtomValue(atoms.scanModeAtom);
  const navigate = useNavigate();

  return useCallback(
    async (code) => {
      if (!checkpoint) {
        toasts.show({
          kind: 'error',
          title: i18n.t('Choose a checkpoint first'),
          message: i18n.t('Home shows the checkpoints of your workgroup.'),
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
          title: i18n.t('Not recorded: scan again'),
          message: translateText(i18n, error instanceof Error ? error.message : String(error)),
        });
        return false;
      }
    },
    [checkpoint, desk, i18n, mode, navigate, toasts],
  );
}
