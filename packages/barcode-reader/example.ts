import { type BarcodeRead, createBarcodeReader, createCamera } from '@scantix/barcode-reader';
import workerUrl from '@scantix/barcode-reader/worker?worker&url';
import wasmUrl from '@scantix/barcode-reader/zxing_reader.wasm?url';

export async function readCodes(video: HTMLVideoElement, onRead: (read: BarcodeRead) => void) {
  const camera = createCamera();
  const reader = createBarcodeReader({ createWorker: () => new Worker(workerUrl, { type: 'module' }), wasmUrl });
  reader.start();
  camera.attach(video);
  await camera.open(); // never throws: the state is 'live', 'blocked', 'no-camera', …
  reader.watch(video, onRead); // { symbology: 'qr_code', text: 'T-1001', … }, once for each code in view
}
