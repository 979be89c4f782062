import type { Burst } from '@scantix/barcode-reader/keyboard-wedge';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { currentEntry } from '../navigation/history-state.ts';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { isLiveResult, liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { useApp } from '../services/app-context.ts';
import { useBatchTake } from './use-batch-take.ts';
import { useTake } from './use-take.ts';

/**
 * Takes what a hardware scanner types, whatever view is open. Over the camera its verdict stands where the camera's
 * would, or joins the open batch; elsewhere, at a desk, its Scan Result opens and no camera starts. A question on the screen is waved away.
 */
export function HardwareDesk() {
  const { atoms, confirmations, hardware, ledger, sounds, toasts } = useApp();
  const i18n = useI18n();
  const take = useTake();
  const takeIntoBatch = useBatchTake();
  const batch = useAtomValue(atoms.batchAtom);
  const navigate = useNavigate();
  const location = useLocation();

  const onBurst = async ({ text }: Burst) => {
    confirmations.hide();
    if (text === null) {
      toasts.show({
        kind: 'warning',
        title: i18n.t('Not read: scan again'),
        message: i18n.t('The scanner sent keys that are no characters. Set it to the layout of this keyboard.'),
      });
      return;
    }
    const code = { text, symbology: 'unknown', method: 'hardware' } as const;
    if (batch && isScannerPath(location.pathname)) {
      await takeIntoBatch(code);
      return;
    }
    const recorded = await take(code);
    if (!recorded) return;
    // The verdict before may have gone by itself while this one was recorded.
    const { pathname, state } = currentEntry();
    const overCamera = isScannerPath(pathname) || isLiveResult(state);
    void navigate(scanResultAddress(recorded), {
      state: overCamera ? liveResult() : null,
      // One step back leads to where the clerk was, however many codes came since.
      replace: matchPath('/scan-result/*', pathname) !== null,
    });
    if (overCamera) return;
    const { outcome } = await ledger.decide(recorded.scan.id);
    sounds.play(outcome);
  };

  const latest = useRef(onBurst);
  useEffect(() => {
    latest.current = onBurst;
  });
  // A turn later: a field that the burst had changed is drawn anew first, the checkpoint's picker among them.
  useEffect(() => hardware.listen((burst) => setTimeout(() => void latest.current(burst))), [hardware]);
  return null;
}
