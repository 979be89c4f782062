import type { I18n } from '@lingui/core';
import { Flashlight, Image, Keyboard, SwitchCamera } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApp } from '../../app-context.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { useScanning } from '../../scan/camera-context.ts';
import { LedgerScanRow } from '../../scan/ledger-scan-row.tsx';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import { useScan } from '../../scan/use-scan.ts';
import { type ScanPlaceState, useScanPlace } from '../../scan/use-scan-place.ts';
import { CameraTrouble } from './camera-trouble.tsx';
import { TypeTheCode } from './type-the-code.tsx';

/** The viewfinder's controls over the live camera, and the other ways in: a typed code, an image. */
export function ScannerView() {
  const i18n = useI18n();
  const { camera, state } = useScanning();
  const place = useScanPlace();
  const [typing, setTyping] = useState(false);
  const [last] = useLedgerScans(1) ?? [];
  const trouble = state.status !== 'live' && state.status !== 'starting' && state.status !== 'idle';
  const live = state.status === 'live' ? state : null;

  return (
    <>
      {trouble && <CameraTrouble state={state} onRetry={() => void camera.open()} />}
      {!trouble && (
        <p className="app-hint" role="status">
          {live ? hintOf(i18n, place) : i18n.t('Starting the camera…')}
        </p>
      )}
      <div className="app-deck">
        {typing ? (
          <TypeTheCode onClose={() => setTyping(false)} />
        ) : (
          <>
            {last && (
              <ul className="app-last" aria-label={i18n.t('Last scan')}>
                <LedgerScanRow entry={last} />
              </ul>
            )}
            <div className="app-dock" role="toolbar" aria-label={i18n.t('Scanner controls')}>
              {live?.capabilities.torch && (
                <DockButton
                  name={live.torchOn ? i18n.t('Turn off light') : i18n.t('Turn on light')}
                  label={i18n.t({ id: 'control.light', message: 'Light' })}
                  pressed={live.torchOn}
                  onClick={() => void camera.setTorch(!live.torchOn)}
                >
                  <Flashlight aria-hidden />
                </DockButton>
              )}
              {live && live.capabilities.lenses > 1 && (
                <DockButton
                  name={i18n.t('Switch camera')}
                  label={i18n.t({ id: 'control.camera', message: 'Camera' })}
                  onClick={() => void camera.switchLens()}
                >
                  <SwitchCamera aria-hidden />
                </DockButton>
              )}
              <DockButton
                name={i18n.t('Type the code')}
                label={i18n.t({ id: 'control.type', message: 'Type' })}
                onClick={() => setTyping(true)}
              >
                <Keyboard aria-hidden />
              </DockButton>
              <ScanFromImage />
            </div>
          </>
        )}
      </div>
    </>
  );
}

function hintOf(i18n: I18n, { checkpoint, failed }: ScanPlaceState): string {
  if (checkpoint) return i18n.t('Point at a code');
  return failed ? i18n.t('The checkpoints cannot be loaded') : i18n.t('Loading the checkpoints…');
}

interface DockButtonProps {
  readonly name: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function DockButton({ name, label, pressed, onClick, children }: DockButtonProps) {
  return (
    <button type="button" className="app-dock__button" aria-label={name} aria-pressed={pressed} onClick={onClick}>
      <span className="app-dock__disc">{children}</span>
      {label}
    </button>
  );
}

function ScanFromImage() {
  const { toasts } = useApp();
  const i18n = useI18n();
  const { reader } = useScanning();
  const scan = useScan();
  const input = useRef<HTMLInputElement>(null);

  const read = async (file: File) => {
    try {
      const [first] = await reader.readImage(file);
      if (first) {
        await scan({ text: first.text, raw: first.raw, symbology: first.symbology, method: 'image' });
        return;
      }
      toasts.show({
        kind: 'info',
        title: i18n.t('No code found in this image'),
        message: i18n.t('Try a sharper picture, closer to the code.'),
      });
    } catch {
      toasts.show({
        kind: 'error',
        title: i18n.t('This image cannot be read'),
        message: i18n.t('Choose a photo or a screenshot.'),
      });
    }
  };

  return (
    <>
      <DockButton
        name={i18n.t('Scan from image')}
        label={i18n.t({ id: 'control.image', message: 'Image' })}
        onClick={() => input.current?.click()}
      >
        <Image aria-hidden />
      </DockButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
    </>
  );
}
