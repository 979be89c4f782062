// Nothing is built: the browser resolves the packages by the import map of the page.
import { createAuthSession } from '@scantix/auth-session';
import { createBarcodeReader } from '@scantix/barcode-reader';
import { createDeviceIdentity } from '@scantix/device-id';
import { createFeatureFlags } from '@scantix/feature-flags';
import { createTheme } from '@scantix/theme';

const files = '/node_modules/@scantix/barcode-reader/dist';
const device = createDeviceIdentity();
device.start();
createTheme().start();
const session = createAuthSession({ baseUrl: '/', deviceIdentity: device });
await session.start();
const reader = createBarcodeReader({
  createWorker: () => new Worker(`${files}/barcode-worker.js`),
  wasmUrl: `${files}/zxing_reader.wasm`,
  engine: 'wasm',
  symbologies: ['qr_code'],
});
reader.start();
const [code] = await reader.readImage(await (await fetch('/code.png')).blob());
const facts = {
  code: code?.text ?? 'none',
  device: (await device.getDeviceId()).replace(/^.+\..+$/, 'an identifier'),
  status: session.getSnapshot().status,
  flag: createFeatureFlags({ flags: { BINS: { description: 'Bins.', default: true } }, values: {} }).isEnabled('BINS'),
};
document.querySelector('output').textContent = JSON.stringify(facts);
