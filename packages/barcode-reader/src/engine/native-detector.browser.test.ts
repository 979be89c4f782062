import { describe, expect, test } from 'vitest';
import { standardSymbologies } from '../model/symbologies.ts';
import { createShapeDetector } from '../testing/index.ts';
import { createEngineLoader } from './load-engine.ts';
import { proveNativeDetector } from './native-detector.ts';

const wasm = { url: new URL('../../zxing_reader.wasm', import.meta.url).href };

describe('the substitute follows the specification', () => {
  const Detector = createShapeDetector(wasm);

  test('an empty list of formats and a name that is none are TypeErrors', () => {
    expect(() => new Detector({ formats: [] })).toThrow(TypeError);
    expect(() => new Detector({ formats: ['unknown'] })).toThrow(TypeError);
    expect(() => new Detector({ formats: ['snow_code'] })).toThrow(TypeError);
    expect(() => new Detector()).not.toThrow();
  });

  test('what has no size gives nothing; what is broken, closed or no image rejects', async () => {
    const detector = new Detector();
    expect(await detector.detect(Object.assign(document.createElement('canvas'), { width: 0 }))).toEqual([]);
    await expect(detector.detect(new Blob(['no picture']))).rejects.toMatchObject({ name: 'InvalidStateError' });
    const size = { codedWidth: 8, codedHeight: 8 };
    const frame = new VideoFrame(new Uint8Array(8 * 8 * 4), { format: 'RGBX', timestamp: 0, ...size });
    frame.close();
    await expect(detector.detect(frame)).rejects.toMatchObject({ name: 'InvalidStateError' });
    await expect(detector.detect({} as never)).rejects.toBeInstanceOf(TypeError);
  });
});

describe('a browser’s detector on trial', () => {
  test('one that reads every symbol is trusted with all', async () => {
    const proofs = await proveNativeDetector(createShapeDetector(wasm), standardSymbologies);
    expect([...proofs]).toEqual(standardSymbologies.map((symbology) => [symbology, 'read']));
  });

  test('one that rewrites control characters is trusted only where there are none', async () => {
    const Detector = createShapeDetector(wasm, { rewrite: (text) => text.replaceAll('\u001d', '<GS>') });
    const proofs = await proveNativeDetector(Detector, ['qr_code', 'ean_13']);
    expect([...proofs]).toEqual([
      ['qr_code', 'misread'],
      ['ean_13', 'read'],
    ]);
  });

  test('one that lacks a symbology, throws, or cannot be tested is not trusted with it', async () => {
    const proofs = await proveNativeDetector(createShapeDetector(wasm, { formats: ['qr_code'] }), [
      'qr_code',
      'aztec',
      'maxi_code',
    ]);
    expect([...proofs.values()]).toEqual(['read', 'unsupported', 'untestable']);
    const throwing = Object.assign(
      class {
        detect = () => Promise.reject(new DOMException('busy', 'NotSupportedError'));
      },
      { getSupportedFormats: async () => ['qr_code'] },
    );
    expect([...(await proveNativeDetector(throwing, ['qr_code'])).values()]).toEqual(['misread']);
  });

  test.each([
    ['never names its formats', { getSupportedFormats: () => new Promise<never>(() => {}) }],
    ['never answers', { getSupportedFormats: async () => ['qr_code', 'aztec'] }],
  ])('one that %s does not delay the choice', async (_what, statics) => {
    const hanging = Object.assign(
      class {
        detect = () => new Promise<never>(() => {});
      },
      statics,
    );
    let waits = 0;
    const clock = {
      after(_ms: number, callback: () => void) {
        waits++;
        queueMicrotask(callback);
        return () => {};
      },
    };
    const proofs = await proveNativeDetector(hanging, ['qr_code', 'aztec'], clock);
    expect([...proofs.values()]).toEqual(['silent', 'silent']);
    expect(waits).toBe(1);
  });

  test('by default the reader rejects a detector that misreads some symbologies; by name it leaves those to WebAssembly', async () => {
    const nativeDetector = createShapeDetector(wasm, { formats: ['qr_code'] });
    const loader = createEngineLoader({ wasm, nativeDetector });
    const wanted = { symbologies: ['qr_code', 'code_128'], maximumCodes: 1 } as const;
    const left = await loader.choose('auto', wanted);
    expect(left.decoder.name).toBe('wasm');
    expect(left.probes[0]).toMatchObject({
      engine: 'native',
      chosen: false,
      reason: 'it does not read everything that is wanted: code_128 unsupported',
    });
    await expect(loader.choose('native', wanted)).resolves.toMatchObject({ decoder: { name: 'native' } });
  });
});
