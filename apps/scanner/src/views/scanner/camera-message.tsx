import type { I18n } from '@lingui/core';
import type { ScanMode } from '@scantix/api-contract';
import { useScannerHint } from '@scantix/barcode-reader/react';
import { useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { useScanning } from '../../camera/camera-context.ts';
import { type CheckpointState, missingCheckpointWords, useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { MODE_WORDS } from '../../verdict/mode-words.ts';
import { CameraIntroduction, CameraPaused } from './camera-prompts.tsx';
import { CameraTrouble, ReaderTrouble } from './camera-trouble.tsx';
import { HintPill } from './hint-pill.tsx';

/** Whether a message covers the picture that offers to type the code. */
export function useIsTroubled(): boolean {
  const { reader, stage, state } = useScanning();
  const reading = useSyncExternalStore(reader.subscribe, reader.getSnapshot);
  if (stage.phase !== 'running') return false;
  if (state.status === 'live') return reading.status === 'failed';
  return state.status !== 'idle' && state.status !== 'starting';
}

interface CameraMessageProps {
  /** Whether nothing is said while all is well. */
  readonly quiet: boolean;
  /** Whether only problems are said: a form leaves too little of the picture for a hint. */
  readonly hintless: boolean;
  /** Opens the form for a typed code; `null` where there is none to open. */
  readonly onType: (() => void) | null;
}

/** The message over the picture: a problem, a hint, or else what to do. */
export function CameraMessage({ quiet, hintless, onType }: CameraMessageProps) {
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
  if (state.status !== 'live')
    return <CameraTrouble state={state} onRetry={() => void camera.open()} onType={onType} />;
  if (reading.status === 'failed') return <ReaderTrouble onRetry={reader.start} onType={onType} />;
  if (hintless) return null;
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
