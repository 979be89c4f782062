import { beforeAll, expect, test } from 'vitest';
import { loadWasmEngine } from '../engine/wasm-engine.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { cameraFrames } from '../testing/index.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';
import { createCropEnlarger } from './enlarge-crop.ts';
import { createRegionSearch } from './find-regions.ts';
import { createGradientCells } from './gradient-cells.ts';
import { joinRegions } from './join-regions.ts';
import { createStackedReader, mayBeStacked } from './read-stacked.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadWasmEngine({ bytes: await readWasmBytes() });
});

async function picture(scene: object): Promise<Luminance> {
  const scenes = [{ symbology: 'pdf417', text: 'TICKET-0001', seconds: 0.05, ...scene }] as const;
  for await (const frame of cameraFrames({ width: 1280, height: 720, scenes: scenes as never })) return frame;
  throw new Error('Nothing was drawn.');
}

test.each([
  ['small, blurred and turned', { pixelsPerModule: 2.2, blur: 0.9, rotateDegrees: 30, noise: 3 }],
  ['so large that it is scaled down', { pixelsPerModule: 7, rotateDegrees: 10 }],
])('a stacked code is read that is %s, with its corners around it', async (_name, scene) => {
  const seen = await picture(scene);
  const regions = createRegionSearch().findBars(createGradientCells()(createHalver()(seen)), 6);
  const read = createStackedReader(engine, createCropEnlarger());
  const rows = [...joinRegions(regions, 5), ...regions].filter(mayBeStacked);
  const codes = rows.flatMap((region) => [0, 1].flatMap((look) => read(seen, region, ['pdf417'], look)));
  expect(codes[0]?.text).toBe('TICKET-0001');
  const middle = (axis: 'x' | 'y') => (codes[0]?.corners ?? []).reduce((sum, corner) => sum + corner[axis] / 4, 0);
  expect(Math.hypot(middle('x') - 640, middle('y') - 360)).toBeLessThan(25);
});
