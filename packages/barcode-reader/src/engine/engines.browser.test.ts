import { describe, expect, test, vi } from 'vitest';
import { type BarcodeReaderOptions, createBarcodeReader, type EngineName, type WorkerLike } from '../index.ts';
import { createWorkerPool } from '../testing/create-worker-pool.ts';
import { barcodeReaderContract } from '../testing/index.ts';

const wasmUrl = new URL('../../zxing_reader.wasm', import.meta.url).href;
const plainWorker = () => new Worker(new URL('../worker/barcode-worker.ts', import.meta.url), { type: 'module' });
const detectorWorker = () =>
  new Worker(new URL('../testing/shape-detector-worker.ts', import.meta.url), { type: 'module' });

const runner = {
  test: (title: string, run: () => Promise<void>) => test(title, run, 40_000),
  equal: (actual: unknown, expected: unknown) => expect(actual).toEqual(expected),
  ok: (condition: boolean, message: string) => expect(condition, message).toBe(true),
};

const plainWorkers = createWorkerPool(plainWorker);
describe.each<readonly [EngineName, () => WorkerLike]>([
  ['wasm', plainWorkers],
  ['js', plainWorkers],
  ['native', createWorkerPool(detectorWorker)],
])('the %s engine', (engine, createWorker) => {
  barcodeReaderContract(runner, async (options: Partial<BarcodeReaderOptions> = {}) => {
    const reader = createBarcodeReader({ createWorker, wasmUrl, engine, ...options });
    reader.start();
    await vi.waitFor(() => expect(reader.getSnapshot().status).toBe('ready'), { timeout: 20_000 });
    return { reader, engine };
  });
});

test('by default the reader uses the browser’s detector where it passes its test, and says why not the others', async () => {
  const symbologies = ['qr_code', 'code_128'] as const;
  const reader = createBarcodeReader({ createWorker: detectorWorker, wasmUrl, symbologies });
  reader.start();
  await vi.waitFor(() => expect(reader.getSnapshot()).toMatchObject({ status: 'ready', engine: 'native' }), {
    timeout: 20_000,
  });
  expect(reader.getSnapshot()).toMatchObject({
    probes: [
      { engine: 'native', chosen: true },
      { engine: 'wasm', chosen: false, reason: 'not tried: native is better', ms: 0 },
      { engine: 'js', chosen: false },
    ],
  });
  reader.stop();
});
