import { createRoot } from 'react-dom/client';
import { Everything } from './everything.tsx';

const wasmUrl = new URL('@scantix/barcode-reader/zxing_reader.wasm', import.meta.url).href;
// The worker's own modules, bundled by webpack.
const createWorker = () => new Worker(new URL('@scantix/barcode-reader/worker', import.meta.url));

const root = document.querySelector('#root');
if (root) createRoot(root).render(<Everything createWorker={createWorker} wasmUrl={wasmUrl} pictureUrl="/code.png" />);
