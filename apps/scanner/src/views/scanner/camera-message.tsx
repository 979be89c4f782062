import type { I18n } from '@lingui/core';
import type { ScanMode } from '@scantix/api-contract';
import type { CameraState } from '@scantix/barcode-reader';
import { useScannerHint } from '@scantix/barcode-reader/react';
import { useLasting } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useScanning } from '../../camera/camera-context.ts';
import { type CheckpointState, missingCheckpointWords, useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { MODE_WORDS } from '../../verdict/mode-words.ts';
import { CameraIntroduction, CameraPaused } from './camera-prompts.tsx';
import { CameraTrouble, ReaderTrouble, type TroubleStatus } from './camera-trouble.tsx';
import { Hint, ZoomIn } from './hint-pill.tsx';

/** A decoder that loads for longer is mentioned. */
const SLOW_DECODER_MS = 1_000;
/** A decoder that loads for longer may never come: the code can be typed. */
const MISSING_DECODER_MS = 10_000;

/** A camera that is in use elsewhere stays so while it is requested again: its message must not come and go. */
function troubleOf(state: CameraState): TroubleStatus | null {
  if (state.status === 'starting') return state.after ?? null;
  return state.status === 'idle' || state.status === 'live' ? null : state.status;
}

/** Whether a message covers the picture that offers to type the code. */
export function useIsTroubled(): boolean {
  const { reader, stage, state } = useScanning();
  const reading = useSyncExternalStore(reader.subscribe, reader.getSnapshot);
  if (stage.phase !== 'running') return false;
  if (state.status === 'live') return reading.status === 'failed';
  return troubleOf(state) !== null;
}

interface CameraMessageProps {
  /** Whether nothing is said while all is well. */
  readonly quiet: boolean;
  /** Whether only problems are said: a form leaves too little of the picture for a hint. */
  readonly hintless: boolean;
  /** Opens the form for a typed code; `null` where there is none to open. */
  readonly onType: (() => void) | null;
}

/**
 * The message over the picture: a problem, a hint, or else what to do. Its live region stays in the page: not every screen
 * reader says one that enters with its words.
 */
export function CameraMessage(props: CameraMessageProps) {
  const { words, look = 'app-hint', panel } = useMessage(props);
  return (
    <>
      <div role="status" className={words ? look : 'stx-hidden'}>
        {words}
      </div>
      {panel}
    </>
  );
}

interface Message {
  /** What the live region holds. */
  readonly words?: ReactNode;
  readonly look?: string;
  /** What stands beside the live region. */
  readonly panel?: ReactNode;
}

function useMessage({ quiet, hintless, onType }: CameraMessageProps): Message {
  const i18n = useI18n();
  const { camera, frames, reader, stage, state } = useScanning();
  const reading = useSyncExternalStore(reader.subscribe, reader.getSnapshot);
  const checkpointState = useCheckpoint();
  const mayType = useFeature('typedCode');
  const isLoading = state.status === 'live' && reading.status === 'starting';
  const isSlow = useLasting(isLoading, SLOW_DECODER_MS);
  const isMissing = useLasting(isLoading, MISSING_DECODER_MS);
  const seen = useScannerHint(camera, frames);
  const wanted = isMissing ? 'type-the-code' : seen;
  const hint = wanted === 'type-the-code' && !mayType ? null : wanted;
  const { atoms } = useApp();
  const mode = useAtomValue(atoms.scanModeAtom);
  const isUpdateReady = useAtomValue(atoms.updateReadyAtom);
  if (stage.phase === 'explaining') return { panel: <CameraIntroduction onAgree={stage.run} /> };
  if (stage.phase === 'paused') return { words: <CameraPaused onResume={stage.run} />, look: 'app-camera-trouble' };
  const trouble = troubleOf(state);
  if (trouble) return { panel: <CameraTrouble status={trouble} onRetry={() => camera.open()} onType={onType} /> };
  if (state.status !== 'live') return { words: i18n.t('Starting the camera…') };
  // The decoder may be gone with a build that another tab has replaced.
  const restart = isUpdateReady ? () => window.location.reload() : reader.start;
  if (reading.status === 'failed')
    return { panel: <ReaderTrouble code={reading.error.code} onRetry={restart} onType={onType} /> };
  if (hintless) return {};
  if (hint === 'zoom-in' && checkpointState.checkpoint)
    return { panel: <ZoomIn onPress={() => void camera.setZoom(2)} /> };
  if (hint && hint !== 'zoom-in' && checkpointState.checkpoint) return { words: <Hint hint={hint} /> };
  if (isSlow && checkpointState.checkpoint) return { words: i18n.t('Loading the barcode reader…') };
  if (quiet) return {};
  return { words: readyWords(i18n, checkpointState, mode) };
}

function readyWords(i18n: I18n, state: CheckpointState, mode: ScanMode): string {
  if (!state.checkpoint) return missingCheckpointWords(i18n, state);
  // Any mode but entry is named, so that nobody mistakes it for entry.
  if (mode !== 'entry') return i18n.t('{mode}: point at a code', { mode: i18n.t(MODE_WORDS[mode]) });
  return i18n.t('Point at a code');
}
