import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createBarcodeReader, createCamera, createFrameFeed } from '../index.ts';
import { createHardwareScanner } from '../keyboard-wedge/index.ts';
import { BarcodeViewfinder, useCameraState, useCameraVisit } from './index.ts';

const camera = createCamera();
const frames = createFrameFeed();
const reader = createBarcodeReader({
  createWorker: () => {
    throw new Error('A server starts no worker.');
  },
  wasmUrl: '/zxing_reader.wasm',
});

function Scanner() {
  const { phase } = useCameraVisit(camera, frames);
  const { status } = useCameraState(camera);
  return <BarcodeViewfinder camera={camera} reader={reader} onRead={() => {}} overlay={`${phase} ${status}`} />;
}

test('a scanner is made and rendered where there is no window, no worker and no camera', () => {
  createHardwareScanner();
  expect(renderToString(<Scanner />)).toContain('asking idle');
});
