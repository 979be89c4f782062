import { beforeAll, expect, test } from 'vitest';
import { loadWasmEngine } from '../engine/wasm-engine.ts';
import { standardSymbologies } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { sharpen } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { cameraFrames } from '../testing/index.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';
import { decodeStill } from './decode-still.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadWasmEngine({ bytes: await readWasmBytes() });
});

const thorough = { symbologies: standardSymbologies, harder: true, rotate: true, invert: true, downscale: true };
const code128: Engine['decode'] = (_picture, pass) => [
  {
    text: `seen by ${pass.binarizer ?? 'local'}`,
    symbology: 'code_128',
    raw: new Uint8Array(),
    identifier: '',
    corners: [0, 1, 2, 3].map((at) => ({ x: at, y: at })) as never,
  },
];

async function picture(scene: object): Promise<Luminance> {
  const scenes = [{ symbology: 'code_128', text: 'STILL-1', seconds: 0.1, noise: 2, ...scene }] as never;
  for await (const frame of cameraFrames({ width: 480, height: 360, scenes })) return frame;
  throw new Error('Nothing was drawn.');
}

test('a code of the thorough pass over the unchanged picture is believed', async () => {
  expect(decodeStill(engine, await picture({ size: 0.7 }), standardSymbologies)).toMatchObject([{ text: 'STILL-1' }]);
});

test.each([
  ['a blurred linear code', { size: 0.55, blur: 1.7 }],
  ['a tilted one', { pixelsPerModule: 1.6, blur: 0.8, rotateDegrees: 40 }],
  ['a blurred matrix code', { symbology: 'qr_code', pixelsPerModule: 2, blur: 0.95, rotateDegrees: 15 }],
])('passes get more thorough until %s is read', async (_name, scene) => {
  const still = await picture(scene);
  expect(engine.decode(still, thorough)).toEqual([]);
  expect(decodeStill(engine, still, standardSymbologies)).toMatchObject([{ text: 'STILL-1' }]);
});

test('a linear code that only one of the later passes finds is not believed', async () => {
  let looks = 0;
  const seesItOnce: Engine = { name: 'wasm', decode: (...look) => (++looks === 3 ? code128(...look) : []) };
  expect(decodeStill(seesItOnce, await picture({}), standardSymbologies)).toEqual([]);
  expect(looks).toBeGreaterThan(8);
});

test('a linear code that two of the later passes agree on is believed', async () => {
  let looks = 0;
  const seesItTwice: Engine = { name: 'wasm', decode: (...look) => ([2, 3].includes(++looks) ? code128(...look) : []) };
  expect(decodeStill(seesItTwice, await picture({}), standardSymbologies)).toMatchObject([{ text: 'seen by local' }]);
  expect(looks).toBe(3);
});

test('a pass over a picture too large to be enlarged does not agree with itself', async () => {
  const [width, height] = [2001, 1501];
  const large = { data: new Uint8Array(width * height).fill(90).fill(160, 1000 * width), width, height };
  const sharp = sharpen(large).data;
  const seesItSharpened: Engine = {
    name: 'wasm',
    decode: (seen, pass) => (Buffer.compare(seen.data, sharp) === 0 ? code128(seen, pass) : []),
  };
  expect(decodeStill(seesItSharpened, large, standardSymbologies)).toEqual([]);
});

test('a picture without a code gives nothing, a tiny one too', async () => {
  for await (const empty of cameraFrames({ scenes: [{ empty: true, seconds: 0.05, noise: 6 }], clutter: 1 })) {
    expect(decodeStill(engine, empty, standardSymbologies)).toEqual([]);
  }
  expect(decodeStill(engine, { data: Uint8Array.of(9), width: 1, height: 1 }, standardSymbologies)).toEqual([]);
});
