import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { type Subject, showCamera } from './subject.ts';

/** barcode-detector: the browser's interface on zxing-wasm, called on the main thread for every frame it can decode. */
export const barcodeDetector: Subject = async (host, onRead) => {
  void prepareZXingModule({ overrides: { locateFile: () => '/barcode-detector.wasm' }, fireImmediately: true });
  const detector = new BarcodeDetector({
    formats: ['qr_code', 'aztec', 'data_matrix', 'pdf417', 'code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e'],
  });
  const video = await showCamera(host);
  const onFrame = async () => {
    for (const { rawValue } of await detector.detect(video)) onRead(rawValue);
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
};
