import { createShapeDetector } from './create-shape-detector.ts';

/** A worker in a browser with a detector: the substitute is installed before the reader's worker searches for it. */
const url = new URL('../../zxing_reader.wasm', import.meta.url).href;
Object.assign(globalThis, { BarcodeDetector: createShapeDetector({ url }) });
// The browser queues messages for a worker only until its first script ends, so earlier ones are stored here.
const early: MessageEvent[] = [];
const keep = (event: Event) => void early.push(event as MessageEvent);
addEventListener('message', keep);
await import('../worker/barcode-worker.ts');
removeEventListener('message', keep);
for (const { data } of early) dispatchEvent(new MessageEvent('message', { data }));
