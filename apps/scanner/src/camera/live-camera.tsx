import {
  type BarcodeRead,
  type BarcodeReader,
  type Camera,
  createBarcodeReader,
  createCamera,
  createFrameFeed,
  createLastSeen,
  type FrameFeed,
  type LastSeen,
  type LensMemory,
  wantedSymbologies,
} from '@scantix/barcode-reader';
import { BarcodeViewfinder, useCameraVisit, useReading } from '@scantix/barcode-reader/react';
import '@scantix/barcode-reader/styles.css';
import '../styles/scanner.css';
import workerUrl from '@scantix/barcode-reader/worker?worker&url';
import wasmUrl from '@scantix/barcode-reader/zxing_reader.wasm?url';
import type { PresentedCode } from '@scantix/scan-ledger/desk';
import type { ScriptUrlPolicy } from '@scantix/web-app';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { MAX_CODES_PER_FRAME } from '../desk/use-batch.ts';
import { useRecordAndShow } from '../desk/use-record-and-show.ts';
import { useRecordIntoBatch } from '../desk/use-record-into-batch.ts';
import { useStreamSwitch } from '../desk/use-stream-switch.ts';
import { useCheckpoint } from '../hooks/use-checkpoint.ts';
import { useAskedGlance, useGlance } from '../hooks/use-glance.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { createPart, usePart } from '../hooks/use-part.ts';
import { useReplacedCheckpoint } from '../hooks/use-replaced-checkpoint.ts';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { isLiveResult } from '../navigation/live-result.ts';
import { useApp } from '../services/app-context.ts';
import { CameraContext } from './camera-context.ts';
import { LiveList } from './live-list.tsx';
import { useBatchReads } from './use-batch-reads.ts';
import { useCameraDefaults } from './use-camera-defaults.ts';
import { ViewfinderCorners } from './viewfinder-corners.tsx';

const STREAM = createPart(() => import('../desk/stream.tsx'));

const DAY_MS = 24 * 3_600_000;

/** One camera and one reader, open for as long as the stage is mounted. */
export function LiveCamera({ children }: { children: ReactNode }) {
  const location = useLocation();
  const { atoms, flags, scriptUrls, store, toasts } = useApp();
  const i18n = useI18n();
  const recordAndShow = useRecordAndShow();
  const { config, checkpoint } = useCheckpoint();
  const [{ camera, reader, frames, seen }] = useState(() =>
    createScanning(scriptUrls, { load: () => store.get(atoms.lensAtom), save: (id) => store.set(atoms.lensAtom, id) }),
  );
  useCameraDefaults(camera);
  useReplacedCheckpoint();
  useAskedGlance();
  // A tablet at a gate waits for the next visitor with its camera open.
  const isGlance = useGlance().isOn;
  const stage = useCameraVisit(camera, frames, isGlance ? { idleAfterMs: DAY_MS } : {});
  const inBatch = useAtomValue(atoms.batchAtom) !== null;
  const streams = useStreamSwitch().isOn && !inBatch;
  const recordIntoBatch = useRecordIntoBatch();
  const offered = config?.symbologies;
  const chosen = useAtomValue(atoms.symbologiesAtom);
  const advanced = flags.isEnabled('ENABLE_ADVANCED_SCANNING');
  // While there is a network, also for a stream that is switched on later. Without it each code opens its Scan Result.
  const stream = usePart(STREAM, advanced);
  const isStreamMissing = streams && stream.failed;
  useEffect(() => {
    if (isStreamMissing) toasts.show({ kind: 'info', title: i18n.t("Stream can't be loaded without a network") });
  }, [i18n, isStreamMissing, toasts]);

  useReading(reader, {
    symbologies: wantedSymbologies({ advanced, offered, chosen }),
    maximumCodes: inBatch ? MAX_CODES_PER_FRAME : 1,
  });

  const [recorded, setRecorded] = useState(0);
  /** Those that were not stored are read again where they are held. */
  const finish = (lost: readonly Pick<BarcodeRead, 'text'>[]) => {
    lost.forEach(reader.release);
    if (lost.length === 0) setRecorded((count) => count + 1);
  };
  const onBatchRead = useBatchReads((reads) => void recordIntoBatch(reads.map(codeOf)).then(finish));
  // Until its result is shown, another code would open its own over it, and nobody would see the first.
  const isRecording = useRef(false);
  const onRead = async (read: BarcodeRead) => {
    if (inBatch) return onBatchRead(read);
    isRecording.current = store.get(atoms.streamSinkAtom) === null;
    await recordAndShow(codeOf(read))
      .then((isStored) => finish(isStored ? [] : [read]))
      .finally(() => {
        isRecording.current = false;
      });
  };
  // The address changes before the view does.
  const isPaused = () => isRecording.current || !isScannerPath(window.location.pathname) || checkpoint === null;
  const aims = isScannerPath(location.pathname) && !inBatch;
  const covered = isLiveResult(location.state) && location.state.details === true;

  return (
    <CameraContext value={{ camera, reader, frames, seen, stage }}>
      <div className={`app-stage app-dark${isGlance && !covered ? ' app-stage--glance' : ''}`}>
        <div className="app-stage__camera">
          {(stage.phase === 'running' || stage.phase === 'paused') && (
            <BarcodeViewfinder
              camera={camera}
              reader={reader}
              paused={isPaused}
              className={aims ? 'app-viewfinder' : 'app-viewfinder--plain'}
              window={<ViewfinderCorners scans={recorded} />}
              onRead={onRead}
              onFrame={frames.push}
              videoLabel={i18n.t({ id: 'control.camera', message: 'Camera' })}
            />
          )}
          {!covered && <div className="app-stage__over">{children}</div>}
        </div>
        {streams && stream.value && <stream.value.Stream />}
        {covered ? <div className="app-stage__cover">{children}</div> : !isGlance && <LiveList />}
      </div>
    </CameraContext>
  );
}

function codeOf({ text, raw, symbology, elapsedMs }: BarcodeRead): PresentedCode {
  return { text, raw, symbology, method: 'camera', readMs: elapsedMs };
}

function createScanning(
  scriptUrls: ScriptUrlPolicy,
  lensMemory: LensMemory,
): { camera: Camera; reader: BarcodeReader; frames: FrameFeed; seen: LastSeen } {
  const url = () => scriptUrls.createScriptUrl(workerUrl);
  const createWorker = () => new Worker(url(), { type: 'module', name: 'barcode-reader' });
  const frames = createFrameFeed();
  return {
    camera: createCamera({ lensMemory }),
    reader: createBarcodeReader({ createWorker, wasmUrl }),
    frames,
    seen: createLastSeen(frames),
  };
}
