import type { ScannerConfig } from '@scantix/api-contract';
import { translateText } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import type { PresentedCode, ScannerConfigSource } from '@scantix/scan-ledger/desk';
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { checkpointsFor, missingCheckpointWords, useCheckpoint } from '../hooks/use-checkpoint.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

/** How long a code waits for the first configuration of its device, in milliseconds. */
const CONFIG_WAIT_MS = 5_000;

/** Records a code in the ledger. Shows an error toast and resolves to `null` when it could not be stored. */
export function useRecordScan(): (code: PresentedCode) => Promise<LedgerScan | null> {
  const app = useApp();
  const { desk, scannerConfig, atoms } = app;
  const i18n = useI18n();
  const { checkpoint: chosen } = useCheckpoint();
  const mode = useAtomValue(atoms.scanModeAtom);

  return useCallback(
    async (code) => {
      let checkpoint = chosen;
      if (!checkpoint) {
        // The configuration may have come since the last rendering, or name a checkpoint by now.
        let config = scannerConfig.current();
        if (checkpointsFor(config).length === 0) config = (await waitForConfig()) ?? config;
        checkpoint = checkpointsFor(config)[0] ?? null;
        if (!checkpoint) {
          const message = missingCheckpointWords(i18n, { config, failed: scannerConfig.failed() });
          // Those of the clerk who is signed in by now.
          app.toasts.show({ kind: 'error', title: i18n.t('Not recorded: scan again'), message });
          return null;
        }
      }
      try {
        return await desk.take(code, { checkpoint, mode });
      } catch (error) {
        app.toasts.show({
          kind: 'error',
          title: i18n.t('Not recorded: scan again'),
          message: translateText(i18n, String(error instanceof Error ? error.message : error)),
        });
        return null;
      }

      async function waitForConfig(): Promise<ScannerConfig | null> {
        const { toasts } = app;
        const waiting = toasts.show({ kind: 'info', title: i18n.t('One moment: loading the checkpoints') });
        // A change of clerk ends the call: the scan is nobody else's.
        const config = await loadConfig(scannerConfig);
        toasts.dismiss(waiting);
        return config;
      }
    },
    [app, chosen, desk, i18n, mode, scannerConfig],
  );
}

function loadConfig(source: ScannerConfigSource): Promise<ScannerConfig | null> {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, CONFIG_WAIT_MS, null));
  return Promise.race([source.load().catch(() => null), tooLate]);
}
