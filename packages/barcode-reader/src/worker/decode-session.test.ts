import { describe, expect, test } from 'vitest';
import type { Decoder } from '../engine/decoder.ts';
import type { EngineLoader } from '../engine/load-engine.ts';
import { BarcodeReaderError } from '../model/errors.ts';
import type { EngineName } from '../reads/barcode-read.ts';
import { createNodeLoader } from '../testing/in-process-worker.ts';
import { createDecodeSession } from './decode-session.ts';
import type { WorkerResponse } from './responses.ts';

function session(createLoader = createNodeLoader) {
  const replies: WorkerResponse[] = [];
  return { replies, ...createDecodeSession({ createLoader, reply: (response) => replies.push(response) }) };
}

const configure = {
  type: 'configure',
  wasmUrl: '/decoder.wasm',
  engine: 'auto',
  symbologies: ['qr_code'],
  maximumCodes: 1,
};
const frame = (pixels: unknown) => ({
  type: 'frame',
  id: 1,
  width: 8,
  height: 8,
  source: { kind: 'pixels', pixels, width: 8, height: 8 },
});

test('a frame without a code is answered with none', async () => {
  const { replies, receive } = session();
  await receive(configure);
  await receive(frame(new ArrayBuffer(64)));
  expect(replies).toMatchObject([
    { type: 'ready', engine: 'wasm' },
    { type: 'codes', id: 1, codes: [], engine: 'wasm' },
  ]);
});

test('a frame with too few pixels fails by its id', async () => {
  const { replies, receive } = session();
  await receive(configure);
  await receive(frame(new ArrayBuffer(10)));
  expect(replies[1]).toMatchObject({ type: 'failed', id: 1, code: 'invalid-frame' });
});

test('a detached buffer fails by its id', async () => {
  const { replies, receive } = session();
  await receive(configure);
  const pixels = new ArrayBuffer(64);
  structuredClone(pixels, { transfer: [pixels] });
  await receive(frame(pixels));
  expect(replies[1]).toMatchObject({ type: 'failed', id: 1, code: 'invalid-frame' });
});

test.each([
  ['nothing', undefined],
  ['an unknown type', { type: 'dance' }],
  ['a frame without size', { ...frame(new ArrayBuffer(64)), width: 0 }],
  ['an unknown symbology', { type: 'want', symbologies: ['snow_code'], maximumCodes: 1 }],
])('%s is answered with a failure', async (_what, message) => {
  const { replies, receive } = session();
  await receive(message);
  expect(replies).toMatchObject([{ type: 'failed', id: null, code: 'worker-failed' }]);
});

test('a frame before the configuration fails by its id', async () => {
  const { replies, receive } = session();
  await receive(frame(new ArrayBuffer(64)));
  expect(replies).toMatchObject([{ type: 'failed', id: 1, code: 'worker-failed' }]);
});

test('an engine that does not load fails the worker, and every frame by its id', async () => {
  const { replies, receive } = session(() => ({
    choose: () => Promise.reject(new BarcodeReaderError('engine-unavailable', 'no wasm')),
    exclude() {},
  }));
  await receive(configure);
  await receive(frame(new ArrayBuffer(64)));
  expect(replies).toMatchObject([
    { type: 'failed', id: null, code: 'engine-unavailable' },
    { type: 'failed', id: 1, code: 'engine-unavailable' },
  ]);
});

test('of two overlapping requests for symbologies the later is answered, even if the earlier takes longer', async () => {
  const earlier = Promise.withResolvers<never>();
  const nodeLoader = createNodeLoader();
  let asked = 0;
  const { replies, receive } = session(() => ({
    choose: (choice, wanted) => (++asked === 2 ? earlier.promise : nodeLoader.choose(choice, wanted)),
    exclude() {},
  }));
  await receive(configure);
  const first = receive({ type: 'want', symbologies: ['aztec'], maximumCodes: 1 });
  await receive({ type: 'want', symbologies: ['qr_code'], maximumCodes: 1 });
  earlier.reject(new BarcodeReaderError('engine-unavailable', 'no wasm'));
  await first;
  expect(replies.map(({ type }) => type)).toEqual(['ready', 'ready']);
});

describe('an engine that breaks down at work', () => {
  const found = async () => ({ codes: [], width: 8, height: 8 });
  const breaking = (name: EngineName, code: 'engine-unavailable' | 'pixels-altered' | 'worker-failed'): Decoder => {
    const frame = () => Promise.reject(new BarcodeReaderError(code, 'It failed.'));
    return { name, frame, still: frame };
  };
  /** A loader that returns these decoders one after the other, the next once one is excluded. */
  function loaderOf(decoders: readonly Decoder[]): EngineLoader {
    const left = [...decoders];
    return {
      async choose() {
        const [decoder] = left;
        if (!decoder) throw new BarcodeReaderError('engine-unavailable', 'There is none.');
        return { decoder, probes: [] };
      },
      exclude: () => void left.shift(),
    };
  }

  test('gives way to the next', async () => {
    const working = { name: 'wasm', frame: found, still: found } as const;
    const { replies, receive } = session(() => loaderOf([breaking('native', 'engine-unavailable'), working]));
    await receive(configure);
    await receive(frame(new ArrayBuffer(64)));
    await receive({ ...frame(new ArrayBuffer(64)), id: 2 });
    expect(replies).toMatchObject([
      { type: 'ready', engine: 'native' },
      { type: 'failed', id: 1, code: 'engine-unavailable' },
      { type: 'ready', engine: 'wasm' },
      { type: 'codes', id: 2, engine: 'wasm' },
    ]);
  });

  test.each(['worker-failed', 'pixels-altered'] as const)(
    'with %s is reported to the page: a later frame fails, too',
    async (code) => {
      const { replies, receive } = session(() => loaderOf([breaking('wasm', code)]));
      await receive(configure);
      await receive(frame(new ArrayBuffer(64)));
      expect(replies[1]).toMatchObject({ type: 'failed', id: null, code });
    },
  );
});
