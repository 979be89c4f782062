import type { I18n } from '@lingui/core';
import type { ScanMode } from '@scantix/api-contract';
import { useScannerHint } from '@scantix/barcode-reader/react';
import { useMediaQuery } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { Keyboard, Layers } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { BatchMarks } from '../../camera/batch-marks.tsx';
import { useScanning } from '../../camera/camera-context.ts';
import { BatchBar, BatchList } from '../../desk/batch-list.tsx';
import { useBatch } from '../../desk/use-batch.ts';
import { type CheckpointState, missingCheckpointWords, useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { MODE_WORDS } from '../../verdict/verdict-facts.ts';
import { CameraControls } from './camera-controls.tsx';
import { CameraIntroduction, CameraPaused } from './camera-prompts.tsx';
import { CameraTrouble, ReaderTrouble } from './camera-trouble.tsx';
import { DockButton } from './dock-button.tsx';
import { HintPill } from './hint-pill.tsx';
import { LastScan } from './last-scan.tsx';
import { ScanFromImage } from './scan-from-image.tsx';
import { TypeTheCode } from './type-the-code.tsx';

/** The controls over the live camera, and the other ways to enter a code: typed, or from an image. */
export function ScannerView() {
  const batch = useBatch();
  return (
    <>
      {batch.isOpen && <BatchMarks scans={batch.scans} />}
      <div className="app-sight">
        <CameraMessage quiet={batch.count > 0} />
      </div>
      <Controls batch={batch} />
    </>
  );
}

/** The controls below the picture. They appear all at once, so that no button moves under a finger. */
function Controls({ batch }: { batch: ReturnType<typeof useBatch> }) {
  const i18n = useI18n();
  const { state } = useScanning();
  const { flags } = useApp();
  const mayType = useFeature('typedCode');
  const mayReadImages = useFeature('imageFile');
  const hasBatch = useFeature('batch') && flags.isEnabled('ENABLE_ADVANCED_SCANNING');
  const isDesk = useMediaQuery('(min-width: 1024px)');
  const [typing, setTyping] = useState(false);
  if (batch.last === undefined) return null;
  return (
    <div className="app-deck">
      {typing ? (
        <TypeTheCode onClose={() => setTyping(false)} />
      ) : (
        <>
          {batch.isOpen && !isDesk && <BatchList scans={batch.scans} />}
          {batch.count > 0 && <BatchBar {...batch} />}
          {batch.last && !batch.isOpen && (
            <ul className="app-last" aria-label={i18n.t('Last scan')}>
              <LastScan entry={batch.last} />
            </ul>
          )}
          <div className="app-dock" role="toolbar" aria-label={i18n.t('Scanner controls')}>
            {state.status === 'live' && <CameraControls live={state} />}
            {mayType && (
              <DockButton
                name={i18n.t('Type the code')}
                label={i18n.t({ id: 'control.type', message: 'Type' })}
                onClick={() => setTyping(true)}
              >
                <Keyboard aria-hidden />
              </DockButton>
            )}
            {mayReadImages && <ScanFromImage />}
            {hasBatch && (
              <DockButton name={i18n.t('Batch')} label={i18n.t('Batch')} pressed={batch.isOpen} onClick={batch.toggle}>
                <Layers aria-hidden />
              </DockButton>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** The message over the picture: a problem, a hint, or else what to do, unless `quiet`. */
function CameraMessage({ quiet }: { quiet: boolean }) {
  const i18n = useI18n();
  const { camera, frames, reader, stage, state } = useScanning();
  const reading = useSyncExternalStore(reader.subscribe, reader.getSnapshot);
  const checkpointState = useCheckpoint();
  const mayType = useFeature('typedCode');
  const seen = useScannerHint(camera, frames);
  const hint = seen === 'type-the-code' && !mayType ? null : seen;
  const { atoms } = useApp();
  const mode = useAtomValue(atoms.scanModeAtom);
  if (stage.phase === 'explaining') return <CameraIntroduction onAgree={stage.run} />;
  if (stage.phase === 'paused') return <CameraPaused onResume={stage.run} />;
  if (state.status === 'idle' || state.status === 'starting') {
    return (
      <p className="app-hint" role="status">
        {i18n.t('Starting the camera…')}
      </p>
    );
  }
  if (state.status !== 'live') return <CameraTrouble state={state} onRetry={() => void camera.open()} />;
  if (reading.status === 'failed') return <ReaderTrouble onRetry={reader.start} />;
  if (hint && checkpointState.checkpoint) return <HintPill hint={hint} onZoomIn={() => void camera.setZoom(2)} />;
  if (quiet) return null;
  return (
    <p className="app-hint" role="status">
      {readyWords(i18n, checkpointState, mode)}
    </p>
  );
}

function readyWords(i18n: I18n, state: CheckpointState, mode: ScanMode): string {
  if (!state.checkpoint) return missingCheckpointWords(i18n, state);
  // Any mode but entry is named, so that nobody mistakes it for entry.
  if (mode !== 'entry') return i18n.t('{mode}: point at a code', { mode: i18n.t(MODE_WORDS[mode]) });
  return i18n.t('Point at a code');
}
