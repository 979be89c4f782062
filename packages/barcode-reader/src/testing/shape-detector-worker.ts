import { createShapeDetector } from './create-shape-detector.ts';

/** The worker of a browser that has a detector of its own: the stand-in is there before the reader's worker looks. */
const url = new URL('../../zxing_reader.wasm', import.meta.url).href;
Object.assign(globalThis, { BarcodeDetector: createShapeDetector({ url }) });
// Messages that come before the worker's module has loaded are kept by the browser only until the first script ends.
const early: MessageEvent[] = [];
const keep = (event: Event) => void early.push(event as MessageEvent);
addEventListener('message', keep);
await import('../worker/barcode-worker.ts');
removeEventListener('message', keep);
for (const { data } of early) dispatchEvent(new MessageEvent('message', { data }));
