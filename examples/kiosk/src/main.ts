import { createAnalyticsLogger } from '@scantix/analytics-logger';
import { createBarcodeReader, createCamera } from '@scantix/barcode-reader';
import workerUrl from '@scantix/barcode-reader/worker?worker&url';
import wasmUrl from '@scantix/barcode-reader/zxing_reader.wasm?url';
import { createDeviceIdentity } from '@scantix/device-id';

const logger = createAnalyticsLogger({
  enabled: true,
  url: '/events', // a service of our own, on the page's origin
  app: { name: 'Price check', version: '1.0.0', environment: 'production', domain: 'shop.example', apiBaseUrl: '/' },
  deviceIdentity: createDeviceIdentity(),
  modules: { prices: ['/'] },
});
const camera = createCamera();
const reader = createBarcodeReader({ createWorker: () => new Worker(workerUrl, { type: 'module' }), wasmUrl });

const video = document.querySelector('video') as HTMLVideoElement;
const output = document.querySelector('output') as HTMLOutputElement;

logger.start();
reader.start();
reader.watch(video, ({ symbology, text }) => {
  output.value = text;
  logger.logScan({ format: symbology, value: text, success: true });
});

// A camera that is plugged in later, or comes back, is opened by itself.
let shown = '';
camera.subscribe(() => {
  const { status } = camera.getSnapshot();
  if (status === 'starting' || status === shown) return;
  shown = status;
  output.value = status === 'live' ? '' : 'This kiosk has no camera.';
  if (status !== 'live')
    logger.log({ name: 'camera_missing', level: 'error', module: 'prices', properties: { status } });
});
camera.attach(video);
await camera.open();
