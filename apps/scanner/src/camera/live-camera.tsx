import {
  type BarcodeRead,
  type BarcodeReader,
  type Camera,
  createBarcodeReader,
  createCamera,
  createFrameFeed,
  type FrameFeed,
  type LensMemory,
  wantedSymbologies,
} from '@scantix/barcode-reader';
import { BarcodeViewfinder, useCameraVisit, useReading } from '@scantix/barcode-reader/react';
import '@scantix/barcode-reader/styles.css';
import workerUrl from '@scantix/barcode-reader/worker?worker&url';
import wasmUrl from '@scantix/barcode-reader/zxing_reader.wasm?url';
import type { ScriptUrlPolicy } from '@scantix/web-app';
import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { MAX_CODES_PER_FRAME } from '../desk/use-batch.ts';
import { useRecordAndShow } from '../desk/use-record-and-show.ts';
import { useRecordIntoBatch } from '../desk/use-record-into-batch.ts';
import { useCheckpoint } from '../hooks/use-checkpoint.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { isLiveResult } from '../navigation/live-result.ts';
import { useApp } from '../services/app-context.ts';
import { CameraContext } from './camera-context.ts';
import { LiveList } from './live-list.tsx';
import { useCameraDefaults } from './use-camera-defaults.ts';
import { ViewfinderCorners } from './viewfinder-corners.tsx';

/** One camera and one reader, open for as long as the stage is mounted. */
export function LiveCamera({ children }: { children: ReactNode }) {
  const location = useLocation();
  const { atoms, flags, scriptUrls, store } = useApp();
  const i18n = useI18n();
  const recordAndShow = useRecordAndShow();
  const { config, checkpoint } = useCheckpoint();
  const [{ camera, reader, frames }] = useState(() =>
    createScanning(scriptUrls, { load: () => store.get(atoms.lensAtom), save: (id) => store.set(atoms.lensAtom, id) }),
  );
  useCameraDefaults(camera);
  const stage = useCameraVisit(camera, frames);
  const [batchIds, setBatchIds] = useAtom(atoms.batchAtom);
  const inBatch = batchIds !== null;
  const recordIntoBatch = useRecordIntoBatch();
  const offered = config?.symbologies;
  const chosen = useAtomValue(atoms.symbologiesAtom);
  const advanced = flags.isEnabled('ENABLE_ADVANCED_SCANNING');

  useReading(reader, {
    symbologies: wantedSymbologies({ advanced, offered, chosen }),
    maximumCodes: inBatch ? MAX_CODES_PER_FRAME : 1,
  });

  // Leaving the camera closes the batch.
  useEffect(() => () => setBatchIds(null), [setBatchIds]);

  const record = inBatch ? recordIntoBatch : recordAndShow;
  const [recorded, setRecorded] = useState(0);
  const onRead = async ({ text, raw, symbology, elapsedMs }: BarcodeRead) => {
    if (await record({ text, raw, symbology, method: 'camera', readMs: elapsedMs })) setRecorded((count) => count + 1);
  };
  const aims = isScannerPath(location.pathname) && !inBatch;
  const covered = isLiveResult(location.state) && location.state.details === true;

  return (
    <CameraContext value={{ camera, reader, frames, stage }}>
      <div className="app-stage app-dark">
        <div className="app-stage__camera">
          {(stage.phase === 'running' || stage.phase === 'paused') && (
            <BarcodeViewfinder
              camera={camera}
              reader={reader}
              paused={!isScannerPath(location.pathname) || checkpoint === null}
              className={aims ? 'app-viewfinder' : 'app-viewfinder--plain'}
              window={<ViewfinderCorners scans={recorded} />}
              onRead={(read) => void onRead(read)}
              onFrame={frames.push}
              videoLabel={i18n.t({ id: 'control.camera', message: 'Camera' })}
            />
          )}
          {!covered && <div className="app-stage__over">{children}</div>}
        </div>
        {covered ? <div className="app-stage__cover">{children}</div> : <LiveList />}
      </div>
    </CameraContext>
  );
}

function createScanning(
  scriptUrls: ScriptUrlPolicy,
  lensMemory: LensMemory,
): { camera: Camera; reader: BarcodeReader; frames: FrameFeed } {
  const url = () => scriptUrls.createScriptUrl(workerUrl);
  const createWorker = () => new Worker(url(), { type: 'module', name: 'barcode-reader' });
  return {
    camera: createCamera({ lensMemory }),
    reader: createBarcodeReader({ createWorker, wasmUrl }),
    frames: createFrameFeed(),
  };
}
