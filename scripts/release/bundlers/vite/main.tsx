import workerUrl from '@scantix/barcode-reader/worker?worker&url';
import wasmUrl from '@scantix/barcode-reader/zxing_reader.wasm?url';
import { createRoot } from 'react-dom/client';
import { Everything } from './everything.tsx';

const root = document.querySelector('#root');
const addresses = { createWorker: () => new Worker(workerUrl, { type: 'module' }), wasmUrl, pictureUrl: '/code.png' };
if (root) createRoot(root).render(<Everything {...addresses} />);
