import { afterEach, expect, test, vi } from 'vitest';
import { createBarcodeReader, type WorkerLike } from '../index.ts';
import { colourOf } from '../picture/colour-of.ts';
import { drawTestSymbol, testSymbols } from './test-symbols.ts';

const wasmUrl = new URL('../../zxing_reader.wasm', import.meta.url).href;
const workerUrl = new URL('../worker/barcode-worker.ts?worker_file&type=module', import.meta.url).href;

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0).reverse()) step();
});

/** Makes workers as a page would that was served with this policy: they inherit it. */
async function workersUnder(policy: string): Promise<() => WorkerLike> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const page = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page) throw new Error('There is no page in the frame.');
  const source = new page.Blob([`import ${JSON.stringify(workerUrl)};`], { type: 'text/javascript' });
  const url = page.URL.createObjectURL(source);
  cleanUp.push(() => {
    page.URL.revokeObjectURL(url);
    frame.remove();
  });
  return () => inThisPage(new page.Worker(url, { type: 'module' }));
}

/** A worker of another page, its messages made of this page's own classes. */
function inThisPage(worker: Worker): WorkerLike {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    addEventListener: (type, listener) =>
      worker.addEventListener(type, (event) =>
        listener(new MessageEvent(type, { data: structuredClone((event as MessageEvent).data) })),
      ),
  };
}

test.each([
  ["script-src 'self' blob:", 'js'],
  ["script-src 'self' blob: 'wasm-unsafe-eval'", 'wasm'],
] as const)('under the policy %s the reader reads, with %s', async (policy, engine) => {
  const createWorker = await workersUnder(policy);
  const reader = createBarcodeReader({ createWorker, wasmUrl });
  cleanUp.push(() => reader.stop());
  reader.start();
  await vi.waitFor(() => expect(reader.getSnapshot()).toMatchObject({ status: 'ready', engine }), {
    timeout: 20_000,
  });
  const symbol = testSymbols[0];
  const image = colourOf(drawTestSymbol(symbol as NonNullable<typeof symbol>));
  expect(await reader.readImage(image)).toMatchObject([{ text: symbol?.text, engine }]);
});
