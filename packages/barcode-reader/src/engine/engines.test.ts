import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { symbologies } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { type DrawableSymbology, drawBarcode } from '../testing/draw-barcode.ts';
import { cameraFrames } from '../testing/index.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';
import { loadJsEngine } from './js-engine.ts';
import { createWasmEngine, loadWasmEngine } from './wasm-engine.ts';

/** A text for each symbology, and what is read where that differs. */
const drawn: readonly (readonly [DrawableSymbology, string, string?])[] = [
  ['qr_code', 'https://example.org/?t=1#Grüße 🎫'],
  ['aztec', 'TICKET-0001'],
  ['data_matrix', 'TICKET-0001'],
  ['pdf417', 'TICKET-0001'],
  ['code_128', 'TICKET-0001'],
  ['code_39', 'AB-12'],
  ['code_93', 'AB12'],
  ['codabar', 'A12345B'],
  ['itf', '0123456789'],
  ['ean_13', '2112345678900'],
  ['ean_8', '96385074'],
  ['upc_a', '012345678905'],
];
const drawnForWasm: typeof drawn = [
  ['upc_e', '01234565'],
  ['micro_qr_code', '12345'],
  ['rmqr_code', 'TICKET'],
  ['micro_pdf417', 'TICKET'],
  ['databar', '(01)24012345678905', '0124012345678905'],
  ['databar_limited', '(01)15012345678907', '0115012345678907'],
  ['databar_expanded', '(01)24012345678905', '0124012345678905'],
];

async function flat(symbology: DrawableSymbology, text: string, options = {}): Promise<Luminance> {
  const grid = await drawBarcode(symbology, text, options);
  const [scale, quiet] = [4, 10];
  const width = (grid.width + 2 * quiet) * scale;
  const height = (grid.height + 2 * quiet) * scale;
  const data = new Uint8Array(width * height).fill(240);
  for (let y = 0; y < grid.height * scale; y++) {
    for (let x = 0; x < grid.width * scale; x++) {
      const dark = grid.dark[Math.floor(y / scale) * grid.width + Math.floor(x / scale)];
      if (dark) data[(y + quiet * scale) * width + x + quiet * scale] = 20;
    }
  }
  return { data, width, height };
}

describe.each([
  ['wasm', async () => loadWasmEngine({ bytes: await readWasmBytes() }), [...drawn, ...drawnForWasm]],
  ['js', loadJsEngine, drawn],
] as const)('the %s engine', (name, load, cases) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await load();
  });

  test('has its own name', () => {
    expect(engine.name).toBe(name);
  });

  test.each(cases.map(([symbology, text, read = text]) => ({ symbology, text, read })))(
    'reads $symbology',
    async ({ symbology, text, read }) => {
      const codes = engine.decode(await flat(symbology, text), { symbologies, harder: true });
      expect(codes).toMatchObject([{ symbology, text: read }]);
    },
  );

  test.each([
    ['+T+I+C-/K1/Z', 'tic-+1:'],
    ['A+1', 'A+1'],
    ['10% OFF', '10% OFF'],
  ])('reads a Code 39 of %s as %s', async (signs, text) => {
    const codes = engine.decode(await flat('code_39', signs), { symbologies, harder: true });
    expect(codes).toMatchObject([{ symbology: 'code_39', text }]);
  });

  test('finds only what it was asked for', async () => {
    const picture = await flat('qr_code', 'TICKET-0001');
    expect(engine.decode(picture, { symbologies: ['code_128'] })).toEqual([]);
    expect(engine.decode(picture, { symbologies: [] })).toEqual([]);
  });

  test('keeps control characters', async () => {
    const picture = await flat('code_128', '0112345678901231\u001d10AB');
    expect(engine.decode(picture, { symbologies: ['code_128'], harder: true })).toMatchObject([
      { text: '0112345678901231\u001d10AB' },
    ]);
  });

  test('puts the corners around the code', async () => {
    const picture = await flat('qr_code', 'TICKET-0001');
    const [code] = engine.decode(picture, { symbologies: ['qr_code'] });
    for (const { x, y } of code?.corners ?? []) {
      expect(Math.min(x, y)).toBeGreaterThan(30);
      expect(Math.max(x, y)).toBeLessThan(picture.width - 30);
    }
    expect(code?.corners).toHaveLength(4);
  });

  test('finds nothing in an empty picture, and writes nothing on the console', () => {
    const warn = vi.spyOn(console, 'warn');
    const picture = { data: new Uint8Array(320 * 240).fill(128), width: 320, height: 240 };
    expect(engine.decode(picture, { symbologies, harder: true, rotate: true, invert: true })).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['no width', { data: new Uint8Array(0), width: 0, height: 10 }],
    ['fewer bytes than pixels', { data: new Uint8Array(10), width: 10, height: 10 }],
    ['more pixels than memory', { data: new Uint8Array(10), width: 100_000, height: 100_000 }],
    ['half a pixel', { data: new Uint8Array(10), width: 2.5, height: 2 }],
  ])('refuses a picture with %s', (_what, picture) => {
    expect(() => engine.decode(picture, { symbologies })).toThrow(expect.objectContaining({ code: 'invalid-frame' }));
  });
});

describe('the js engine alone', () => {
  test.each(['12345678', '0109506000134352AB'])(
    'reads a Code 128 that begins with digits beside something dark (%s)',
    async (text) => {
      const engine = await loadJsEngine();
      for await (const frame of cameraFrames({ scenes: [{ symbology: 'code_128', text, seconds: 0.05 }] })) {
        expect(engine.decode(frame, { symbologies: ['code_128'], harder: true })).toMatchObject([{ text }]);
      }
    },
  );
});

describe('the wasm engine alone', () => {
  test('is a binary of at most 330 KiB with brotli', async () => {
    expect(brotliCompressSync(await readWasmBytes()).length).toBeLessThanOrEqual(330 * 1024);
  });

  test.each([
    ['qr_code', 'AB', ']Q1'],
    ['code_128', 'AB', ']C0'],
    ['ean_13', '2112345678900', ']E0'],
    ['ean_8', '96385074', ']E4'],
    ['upc_a', '012345678905', ']E0'],
    ['upc_e', '01234565', ']E0'],
    ['pdf417', 'AB', ']L2'],
    ['aztec', 'AB', ']z0'],
    ['data_matrix', 'AB', ']d1'],
  ] as const)('gives %s its symbology identifier', async (symbology, text, identifier) => {
    const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
    expect(engine.decode(await flat(symbology, text), { symbologies, harder: true })).toMatchObject([{ identifier }]);
  });

  test.each([
    ['code_128', ']C1'],
    ['data_matrix', ']d2'],
    ['qr_code', ']Q3'],
  ] as const)('reports a GS1 %s by its symbology identifier', async (symbology, identifier) => {
    const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
    const picture = await flat(symbology, '(01)09506000134352(10)AB(21)C', { gs1: true });
    expect(engine.decode(picture, { symbologies, harder: true })).toMatchObject([
      { text: '010950600013435210AB\u001d21C', identifier },
    ]);
  });

  test('gives the bytes and the symbology identifier', async () => {
    const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
    const [code] = engine.decode(await flat('code_128', 'AB'), { symbologies: ['code_128'], harder: true });
    expect(code).toMatchObject({ raw: Uint8Array.from([65, 66]), identifier: ']C0' });
  });

  test.each(['readBarcodesFromPixmap', '_malloc'] as const)(
    'reports a module that trapped in %s as unusable',
    (name) => {
      const trap = () => {
        throw new WebAssembly.RuntimeError('unreachable');
      };
      const module = {
        HEAPU8: new Uint8Array(64),
        _malloc: () => 8,
        _free() {},
        readBarcodesFromPixmap: trap,
        [name]: trap,
      };
      const picture = { data: new Uint8Array(4), width: 2, height: 2 };
      expect(() => createWasmEngine(module).decode(picture, { symbologies })).toThrow(
        expect.objectContaining({ code: 'worker-failed' }),
      );
    },
  );

  test('reads codes that are held in the hand', async () => {
    const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
    const scenes = [
      { symbology: 'qr_code', text: 'T-1', seconds: 0.5, motion: 80, blur: 1, noise: 6, tiltDegrees: 20 },
    ] as const;
    for await (const frame of cameraFrames({ scenes })) {
      expect(engine.decode(frame, { symbologies: ['qr_code'], harder: true })).toMatchObject([{ text: 'T-1' }]);
    }
  });
});
