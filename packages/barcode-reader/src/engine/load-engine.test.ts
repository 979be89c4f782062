import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isSymbology, type Symbology } from '../model/symbologies.ts';
import { colourOf } from '../picture/colour-of.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';
import { loadJsEngine } from './js-engine.ts';
import { createEngineLoader } from './load-engine.ts';
import type { NativeDetectorClass } from './native-detector.ts';
import { drawTestSymbol, type TestSymbol, testSymbols } from './test-symbols.ts';
import { loadWasmEngine } from './wasm-engine.ts';

const wanted = { symbologies: ['qr_code'], maximumCodes: 1 } as const;
const nowhere = { bytes: new ArrayBuffer(8) };

describe('choosing an engine', () => {
  test('auto uses WebAssembly where the browser has no detector, and says why', async () => {
    let at = 0;
    const loader = createEngineLoader({
      wasm: { bytes: await readWasmBytes() },
      nativeDetector: null,
      now: () => (at += 5),
    });
    const { decoder, probes } = await loader.choose('auto', wanted);
    expect(decoder.name).toBe('wasm');
    expect(probes).toEqual([
      { engine: 'native', chosen: false, reason: 'this browser has none', ms: 5 },
      { engine: 'wasm', chosen: true, reason: 'it read the built-in symbols', ms: 5 },
      { engine: 'js', chosen: false, reason: 'not tried: wasm is better', ms: 0 },
    ]);
  });

  test('auto falls back to JavaScript where WebAssembly does not run', async () => {
    const { decoder, probes } = await createEngineLoader({ wasm: nowhere }).choose('auto', wanted);
    expect(decoder.name).toBe('js');
    expect(probes[1]).toMatchObject({ engine: 'wasm', chosen: false, reason: expect.stringContaining('loaded') });
  });

  test.each(['wasm', 'native'] as const)('%s by name fails with a typed error where there is none', async (name) => {
    const loader = createEngineLoader({ wasm: nowhere, nativeDetector: null });
    await expect(loader.choose(name, wanted)).rejects.toMatchObject({ code: 'engine-unavailable' });
  });

  test('an engine that could not be loaded is tried again when it is asked for again', async () => {
    const bytes = [new ArrayBuffer(8), await readWasmBytes()];
    const wasm = {
      get bytes() {
        return bytes.shift() ?? new ArrayBuffer(8);
      },
    };
    const loader = createEngineLoader({ wasm, nativeDetector: null });
    await expect(loader.choose('wasm', wanted)).rejects.toMatchObject({ code: 'engine-unavailable' });
    await expect(loader.choose('wasm', wanted)).resolves.toMatchObject({ decoder: { name: 'wasm' } });
  });
});

test('an engine that failed while in use is not chosen again, and the reason is given', async () => {
  const loader = createEngineLoader({ wasm: { bytes: await readWasmBytes() }, nativeDetector: null });
  loader.exclude('wasm', 'it failed');
  const { decoder, probes } = await loader.choose('auto', wanted);
  expect(decoder.name).toBe('js');
  expect(probes[1]).toMatchObject({ engine: 'wasm', chosen: false, reason: 'it failed' });
  await expect(loader.choose('wasm', wanted)).rejects.toMatchObject({ code: 'engine-unavailable' });
});

describe('a detector that knows only one of the two symbologies that share their bars', () => {
  test.each(['ean_13', 'upc_a'])('and that is %s reports a UPC-A once, as a UPC-A', async (known) => {
    vi.stubGlobal('ImageData', function (this: object, data: Uint8ClampedArray, width: number, height: number) {
      Object.assign(this, { data, width, height });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const wasm = { bytes: await readWasmBytes() };
    const nativeDetector = await createDetector(wasm, known);
    const wanted = { symbologies: ['ean_13', 'upc_a'], maximumCodes: 2 } as const;
    const { decoder } = await createEngineLoader({ wasm, nativeDetector }).choose('native', wanted);

    const symbol = testSymbols.find(({ symbology }) => symbology === 'upc_a');
    const grey = drawTestSymbol(symbol as TestSymbol);
    const { width, height } = grey;
    const picture = { grey: async () => grey, image: async () => ({ source: colourOf(grey), width, height }) };
    for (const { codes } of [await decoder.frame(picture), await decoder.still(picture)]) {
      expect(codes.map(({ symbology, text }) => [symbology, text])).toEqual([['upc_a', symbol?.text]]);
    }
  });

  /** A detector that supports one symbology and finds what WebAssembly does. */
  async function createDetector(wasm: { bytes: ArrayBuffer }, known: string): Promise<NativeDetectorClass> {
    const engine = await loadWasmEngine(wasm);
    return class {
      readonly #symbologies: Symbology[];
      constructor({ formats = [] }: { formats?: string[] } = {}) {
        this.#symbologies = formats.filter(isSymbology);
      }
      static getSupportedFormats = async () => [known];
      async detect(image: ImageBitmapSource) {
        const { data, width, height } = image as ImageData;
        const grey = { data: Uint8Array.from({ length: width * height }, (_, at) => data[4 * at] ?? 0), width, height };
        const codes = engine.decode(grey, { symbologies: this.#symbologies, harder: true });
        return codes.map(({ symbology, text, corners }) => ({
          ...{ format: symbology, rawValue: text, cornerPoints: corners },
          boundingBox: { left: 0, top: 0, right: width, bottom: height } as DOMRectReadOnly,
        }));
      }
    };
  }
});

describe('the built-in symbols', () => {
  test.each(testSymbols.map((symbol) => [symbol.symbology, symbol] as const))(
    'the one for %s gives the expected text',
    async (symbology, symbol) => {
      const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
      const codes = engine.decode(drawTestSymbol(symbol), { symbologies: [symbology], harder: true });
      expect(codes).toMatchObject([{ symbology, text: symbol.text }]);
    },
  );

  test('the one that every engine is tried with is read by the fallback', async () => {
    const [symbol] = testSymbols;
    const engine = await loadJsEngine();
    const picture = symbol ? drawTestSymbol(symbol) : { data: new Uint8Array(1), width: 1, height: 1 };
    expect(engine.decode(picture, { symbologies: ['qr_code'] })).toMatchObject([{ text: symbol?.text }]);
  });
});
