import { describe, expect, test } from 'vitest';
import { type DrawableSymbology, drawBarcode } from '../testing/draw-barcode.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createRetailReader } from './read-retail.ts';
import type { StripRows } from './strip-sampler.ts';

const read = createRetailReader(['ean_13', 'ean_8', 'upc_a', 'upc_e']);
const columnsPerPixel = 2;
const quietZone = 10;

interface Scene {
  /** Deviation in modules. */
  readonly blur: number;
  readonly pixelsPerModule: number;
  readonly noise: number;
  readonly seed?: number;
  readonly isReversed?: boolean;
}

/** What is seen across the bars of a code that darkens to one side and bends away. */
async function strip(symbology: DrawableSymbology, text: string, scene: Scene): Promise<StripRows> {
  const { blur, pixelsPerModule, noise, seed = 1, isReversed = false } = scene;
  const { width, dark } = await drawBarcode(symbology, text);
  const random = createSeededRandom(seed);
  const fine = 8;
  const sharp = Float32Array.from({ length: (width + 2 * quietZone) * fine }, (_, at) =>
    dark[Math.floor(at / fine) - quietZone] && at >= quietZone * fine && at < (width + quietZone) * fine ? 0 : 1,
  );
  const reach = Math.ceil(3 * blur * fine);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-(((at - reach) / blur / fine) ** 2) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const soft = sharp.map((_, at) =>
    weights.reduce(
      (sum, weight, tap) =>
        sum + (weight / total) * (sharp[Math.max(0, Math.min(sharp.length - 1, at + tap - reach))] ?? 0),
      0,
    ),
  );
  const columns = Math.round((soft.length / fine) * pixelsPerModule) * columnsPerPixel;
  const rows = 5;
  const light = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column += columnsPerPixel) {
      const share = (column + columnsPerPixel / 2) / columns;
      const bent = share + 0.004 * Math.sin(Math.PI * share);
      const seen =
        (60 + 140 * (soft[Math.floor(bent * soft.length)] ?? 1)) * (1.1 - 0.3 * share) + random.normal() * noise;
      const to = isReversed ? columns - columnsPerPixel - column : column;
      light.fill(seen, row * columns + to, row * columns + to + columnsPerPixel);
    }
  }
  return { columns, rows, light };
}

describe('retail codes whose bars have run together', () => {
  test.each([
    ['ean_13', '4006381333931'],
    ['ean_13', '0036000291452'],
    ['ean_8', '96385074'],
    ['upc_e', '01234565'],
    ['upc_e', '12345670'],
  ] as const)('are read as the whole that explains them: %s %s', async (symbology, text) => {
    for (const isReversed of [false, true]) {
      const seen = await strip(symbology, text, { blur: 0.9, pixelsPerModule: 2, noise: 4, isReversed });
      expect(read(seen, columnsPerPixel)).toMatchObject({ symbology, text });
    }
  });

  test('are given with their ends, upside down the end first', async () => {
    const scene = { blur: 0.6, pixelsPerModule: 2, noise: 2 };
    const [from, to] = [quietZone * 2 * columnsPerPixel, (quietZone + 95) * 2 * columnsPerPixel];
    const upright = read(await strip('ean_13', '4006381333931', scene), columnsPerPixel);
    expect(Math.abs((upright?.start ?? 0) - from)).toBeLessThan(6);
    expect(Math.abs((upright?.end ?? 0) - to)).toBeLessThan(6);
    const turned = read(await strip('ean_13', '4006381333931', { ...scene, isReversed: true }), columnsPerPixel);
    expect(Math.abs((turned?.start ?? 0) - to)).toBeLessThan(6);
  });

  test('are not guessed where nothing distinguishes them', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const seen = await strip('ean_13', '4006381333931', { blur: 1.5, pixelsPerModule: 1.2, noise: 12, seed });
      expect([null, '4006381333931']).toContain(read(seen, columnsPerPixel)?.text ?? null);
    }
    const seen = await strip('ean_13', '4006381333931', { blur: 1.8, pixelsPerModule: 1.2, noise: 12 });
    expect(read(seen, columnsPerPixel)).toBeNull();
  });
});

test.each([
  ['code_128', 'TICKET-0001'],
  ['code_39', 'AB-12345'],
  ['itf', '01234567890128'],
  ['codabar', 'A1234567B'],
  ['code_93', 'TICKET93'],
] as const)('a %s is not taken for a retail code', async (symbology, text) => {
  for (const blur of [0.3, 0.6, 0.9, 1.3]) {
    expect(read(await strip(symbology, text, { blur, pixelsPerModule: 2, noise: 4 }), columnsPerPixel)).toBeNull();
  }
});

test.each([
  ['noise', (_x: number, random: () => number) => 255 * random()],
  ['stripes', (x: number) => 128 + 100 * Math.sin(x / 3)],
  ['an even strip', () => 128],
])('%s is no retail code', (_name, lightAt) => {
  const random = createSeededRandom(7);
  const light = Float32Array.from({ length: 5 * 400 }, (_, at) => lightAt(at % 400, random.next));
  expect(read({ columns: 400, rows: 5, light }, columnsPerPixel)).toBeNull();
});

test('only the wanted symbologies are fitted', async () => {
  const seen = await strip('ean_13', '4006381333931', { blur: 0.6, pixelsPerModule: 2, noise: 2 });
  expect(createRetailReader(['code_128'])(seen, columnsPerPixel)).toBeNull();
  expect(createRetailReader(['ean_8', 'upc_e'])(seen, columnsPerPixel)).toBeNull();
});
