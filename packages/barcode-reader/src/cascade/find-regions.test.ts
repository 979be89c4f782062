import { describe, expect, test } from 'vitest';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver } from '../picture/luminance.ts';
import { cameraFrames, type Scene } from '../testing/index.ts';
import { createRegionSearch } from './find-regions.ts';
import { createGradientCells } from './gradient-cells.ts';

const measure = createGradientCells();
const search = createRegionSearch();
const degrees = (radians: number) => (radians * 180) / Math.PI;
/** The angle between two directions, modulo half a turn. */
const apart = (a: number, b: number) => Math.abs(((a - b + 270) % 180) - 90);

/** Bars of `period` pixels that are crossed in the direction of `angle`. */
function grating(angle: number, period: number, size = 128): Luminance {
  const [ux, uy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const data = Uint8Array.from({ length: size * size }, (_, at) => {
    const along = (at % size) * ux + Math.floor(at / size) * uy;
    return 128 + 100 * Math.sin((2 * Math.PI * along) / period);
  });
  return { data, width: size, height: size };
}

async function half(scene: Scene, clutter = 0): Promise<Luminance> {
  for await (const frame of cameraFrames({ width: 1280, height: 720, scenes: [scene], clutter })) {
    return createHalver()(frame);
  }
  throw new Error('Nothing was drawn.');
}

describe('cells', () => {
  test.each([0, 12, 35, 80, 130])('measure the direction across fine bars at %d degrees', (angle) => {
    const { cos2, sin2, coherence } = measure(grating(angle, 4));
    const middle = Math.floor(cos2.length / 2);
    expect(apart(degrees(Math.atan2(sin2[middle] ?? 0, cos2[middle] ?? 0)) / 2, angle)).toBeLessThan(2);
    expect(coherence[middle]).toBeGreaterThan(0.9);
  });

  test('see nothing in an even picture', () => {
    const cells = measure({ data: new Uint8Array(64 * 64).fill(90), width: 64, height: 64 });
    expect(Math.max(...cells.energy)).toBe(0);
    expect(search.findBars(cells, 3)).toEqual([]);
    expect(search.findBusy(cells, 3)).toEqual([]);
  });

  test('are none in a picture that is too small for one', () => {
    expect(measure({ data: new Uint8Array(4), width: 2, height: 2 })).toMatchObject({ columns: 0, rows: 0 });
  });
});

describe('the search for bars', () => {
  const code = { symbology: 'code_128', text: 'TICKET-0001', seconds: 0.05, pixelsPerModule: 2.5 } as const;

  test.each([0, 25, -60, 90])(
    'finds a code that is turned by %d degrees, in print and weave',
    async (rotateDegrees) => {
      const [best] = search.findBars(measure(await half({ ...code, rotateDegrees }, 0.6)), 3);
      expect(Math.hypot((best?.x ?? 0) - 320, (best?.y ?? 0) - 180)).toBeLessThan(8);
      expect(apart(degrees(best?.angle ?? 0), rotateDegrees)).toBeLessThan(2);
      const length = (156 * 2.5) / 2;
      expect(best?.length).toBeGreaterThan(0.85 * length);
      expect(best?.length).toBeLessThan(1.2 * length);
    },
  );

  test('finds faint bars beside strong ones when they count alike', () => {
    const width = 640;
    const data = Uint8Array.from({ length: width * 360 }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isStrong = x % 80 < 60 && y % 60 < 30 && y > 160;
      const isFaint = x > 100 && x < 240 && y > 40 && y < 100;
      return 128 + (isStrong ? 110 : isFaint ? 14 : 0) * Math.sign(Math.sin((2 * Math.PI * x) / 5));
    });
    const cells = measure({ data, width, height: 360 });
    const isFound = (faint: boolean) =>
      search.findBars(cells, 3, faint).some(({ x, y }) => Math.hypot(x - 170, y - 70) < 20);
    expect([true, false].map(isFound)).toEqual([true, false]);
  });

  test('finds where bars begin and end far from the corner of a large picture', () => {
    const [width, height] = [2309, 1299];
    const data = new Uint8Array(width * height).fill(128);
    for (let y = 1100; y < 1200; y++) {
      for (let x = 2080; x < 2280; x++) data[y * width + x] = 128 + 100 * Math.sign(Math.sin((2 * Math.PI * x) / 5));
    }
    const [best] = createRegionSearch().findBars(measure({ data, width, height }), 1);
    expect(Math.hypot((best?.x ?? 0) - 2180, (best?.y ?? 0) - 1150)).toBeLessThan(8);
    expect(Math.abs((best?.length ?? 0) - 200)).toBeLessThan(24);
    expect(Math.abs((best?.width ?? 0) - 100)).toBeLessThan(24);
  });

  test('sees that perspective fans the bars of a tilted code', async () => {
    const fans = [];
    for (const tiltDegrees of [0, 45]) {
      const [best] = search.findBars(measure(await half({ ...code, pixelsPerModule: 4, tiltDegrees })), 1);
      fans.push(Math.abs((best?.fan ?? 0) * (best?.length ?? 0)));
    }
    expect(fans[0]).toBeLessThan(0.02);
    expect(fans[1]).toBeGreaterThan(0.05);
  });
});

describe('the search for squares', () => {
  test.each(['qr_code', 'data_matrix', 'aztec'] as const)('finds a %s', async (symbology) => {
    const scene = { symbology, text: 'TICKET-0001', seconds: 0.05, pixelsPerModule: 4, rotateDegrees: 20 } as const;
    const [best] = search.findBusy(measure(await half(scene)), 1);
    expect(Math.abs(((best?.left ?? 0) + (best?.right ?? 0)) / 2 - 320)).toBeLessThan(10);
    expect(Math.abs(((best?.top ?? 0) + (best?.bottom ?? 0)) / 2 - 180)).toBeLessThan(10);
  });

  test('gives no more than was asked for, the best first', async () => {
    const cells = measure(await half({ empty: true, seconds: 0.05 }, 1));
    const found = search.findBusy(cells, 2);
    expect(found).toHaveLength(2);
    expect(found[0]?.score).toBeGreaterThanOrEqual(found[1]?.score ?? 0);
  });
});
