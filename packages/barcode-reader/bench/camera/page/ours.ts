import { createBarcodeReader, createCamera } from '../../../src/index.ts';
import wasmUrl from '../../../zxing_reader.wasm?url';
import type { Subject } from './subject.ts';

/** This package, as its README shows. */
export const ours: Subject = async (host, onRead) => {
  const video = document.createElement('video');
  host.append(video);
  const createWorker = () =>
    new Worker(new URL('../../../src/worker/barcode-worker.ts', import.meta.url), { type: 'module' });
  const camera = createCamera();
  const reader = createBarcodeReader({ createWorker, wasmUrl });
  reader.start();
  camera.attach(video);
  await camera.open();
  reader.watch(video, ({ text }) => onRead(text));
};
