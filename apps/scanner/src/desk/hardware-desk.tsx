import type { Burst } from '@scantix/barcode-reader/keyboard-wedge';
import { useAtomValue } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { useVenueZone } from '../hooks/use-venue-zone.ts';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { liveResult } from '../navigation/live-result.ts';
import { scanResultAddress } from '../navigation/scan-result-address.ts';
import { untilSteppedBack } from '../navigation/use-step-back.ts';
import { useApp } from '../services/app-context.ts';
import { useAnnounce } from '../verdict/use-announce.ts';
import { useRecordIntoBatch } from './use-record-into-batch.ts';
import { useRecordScan } from './use-record-scan.ts';

/**
 * Records what a hardware scanner types, in any view. Over the camera the verdict shows as for a code that the camera
 * read, or joins the open batch. In other views the Scan Result opens without a camera. An open question is dismissed.
 */
export function HardwareDesk() {
  const { atoms, confirmations, hardware, ledger, store, toasts } = useApp();
  const announce = useAnnounce();
  const i18n = useI18n();
  const zone = useVenueZone();
  const record = useRecordScan();
  const recordIntoBatch = useRecordIntoBatch();
  const batch = useAtomValue(atoms.batchAtom);
  const navigate = useNavigate();
  const location = useLocation();

  const onBurst = async ({ text }: Burst) => {
    confirmations.hide();
    if (text === null) {
      toasts.show({
        kind: 'warning',
        title: i18n.t('Not read: scan again'),
        message: i18n.t('Turn Caps Lock off and Num Lock on. Set the scanner to the layout of this keyboard.'),
      });
      return;
    }
    // From here on the verdict before may be out of sight, wherever this code goes.
    newest.current = null;
    const code = { text, symbology: 'unknown', method: 'hardware' } as const;
    if (batch && isScannerPath(location.pathname)) {
      await recordIntoBatch([code]);
      return;
    }
    const stream = store.get(atoms.streamSinkAtom);
    if (stream && isScannerPath(location.pathname)) {
      await stream.take(code);
      return;
    }
    const recorded = await record(code);
    if (!recorded) return;
    newest.current = recorded.scan.id;
    // The result before may have closed during the recording, or be about to. The router renders later than the address changes.
    await untilSteppedBack();
    const { pathname } = window.location;
    const onResult = matchPath({ path: '/scan-result/*', caseSensitive: true }, pathname) !== null;
    const overCamera = isScannerPath(pathname) || (onResult && isOverCamera(rendered.current));
    // A result replaces the one before, so that one step back leads to the view that the user came from.
    void navigate(scanResultAddress(recorded.scan), { state: overCamera ? liveResult() : null, replace: onResult });
    // The result shows a failure.
    const verdict = await ledger.decide(recorded.scan.id).catch(() => null);
    if (!verdict) return;
    if (newest.current === recorded.scan.id) {
      if (!overCamera) announce(verdict);
      return;
    }
    // The result of the next scan has replaced this one's: a visitor who is not let in would walk on.
    if (verdict.outcome === 'accepted') return;
    const part = await import('./stream.tsx').catch(() => null);
    // Without a network, and before the part is on the device, it is heard at least.
    if (!part) return announce(verdict);
    part.tellUnseen({ announce, i18n, toasts, zone }, [{ ...recorded, verdict }]);
  };

  const newest = useRef<string | null>(null);
  const latest = useRef(onBurst);
  const rendered = useRef(location);
  // With the commit: keys are handled before passive effects, and a code may come as soon as the view is on the screen.
  useLayoutEffect(() => {
    latest.current = onBurst;
    rendered.current = location;
  });
  // In a later task, after React has rendered the field that the burst had changed, such as the checkpoint's select.
  useLayoutEffect(() => hardware.listen((burst) => setTimeout(() => void latest.current(burst))), [hardware]);
  return null;
}
