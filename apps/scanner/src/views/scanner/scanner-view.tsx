import { Flashlight, Image, Keyboard, SwitchCamera } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useApp } from '../../app-context.ts';
import { useScanning } from '../../scan/camera-context.ts';
import { LedgerScanRow } from '../../scan/ledger-scan-row.tsx';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import { useScan } from '../../scan/use-scan.ts';
import { type ScanPlaceState, useScanPlace } from '../../scan/use-scan-place.ts';
import { CameraTrouble } from './camera-trouble.tsx';
import { TypeTheCode } from './type-the-code.tsx';

/** The viewfinder's controls over the live camera, and the other ways in: a typed code, an image. */
export function ScannerView() {
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
          {live ? hintOf(place) : 'Starting the camera…'}
        </p>
      )}
      <div className="app-deck">
        {typing ? (
          <TypeTheCode onClose={() => setTyping(false)} />
        ) : (
          <>
            {last && (
              <ul className="app-last" aria-label="Last scan">
                <LedgerScanRow entry={last} />
              </ul>
            )}
            <div className="app-dock" role="toolbar" aria-label="Scanner controls">
              {live?.capabilities.torch && (
                <DockButton
                  name={live.torchOn ? 'Turn off light' : 'Turn on light'}
                  label="Light"
                  pressed={live.torchOn}
                  onClick={() => void camera.setTorch(!live.torchOn)}
                >
                  <Flashlight aria-hidden />
                </DockButton>
              )}
              {live && live.capabilities.lenses > 1 && (
                <DockButton name="Switch camera" label="Camera" onClick={() => void camera.switchLens()}>
                  <SwitchCamera aria-hidden />
                </DockButton>
              )}
              <DockButton name="Type the code" label="Type" onClick={() => setTyping(true)}>
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

function hintOf({ checkpoint, failed }: ScanPlaceState): string {
  if (checkpoint) return 'Point at a code';
  return failed ? 'The checkpoints cannot be loaded' : 'Loading the checkpoints…';
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
        title: 'No code found in this image',
        message: 'Try a sharper picture, closer to the code.',
      });
    } catch {
      toasts.show({ kind: 'error', title: 'This image cannot be read', message: 'Choose a photo or a screenshot.' });
    }
  };

  return (
    <>
      <DockButton name="Scan from image" label="Image" onClick={() => input.current?.click()}>
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
