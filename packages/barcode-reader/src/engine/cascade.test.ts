import { beforeAll, describe, expect, test } from 'vitest';
import { standardSymbologies } from '../symbologies.ts';
import { cameraFrames } from '../testing/index.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';
import { createCascade, decodeStill } from './cascade.ts';
import type { Engine, Luminance } from './engine.ts';
import { loadWasmEngine } from './wasm-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadWasmEngine({ bytes: await readWasmBytes() });
});

const negative = ({ data, width, height }: Luminance): Luminance => ({ data: data.map((v) => 255 - v), width, height });

describe('the cascade over moving pictures', () => {
  test.each([
    ['qr_code', 'TICKET-0001'],
    ['code_128', 'TICKET-0001'],
    ['data_matrix', 'TICKET-0001'],
    ['aztec', 'TICKET-0001'],
    ['ean_13', '2112345678900'],
  ] as const)('reads a %s in the hand within four frames of 720p', async (symbology, text) => {
    const cascade = createCascade(engine, standardSymbologies);
    const scenes = [{ symbology, text, seconds: 0.25, motion: 100, blur: 0.8, noise: 5, tiltDegrees: 15 }] as const;
    const found = [];
    for await (const frame of cameraFrames({ width: 1280, height: 720, scenes })) found.push(...cascade.decode(frame));
    expect(found[0]).toMatchObject({ symbology, text });
  });

  test('gives corners in pixels of the whole frame, also from the half-size look', async () => {
    const scenes = [{ symbology: 'qr_code', text: 'T', seconds: 0.1, size: 0.5 }] as const;
    for await (const frame of cameraFrames({ width: 1280, height: 720, scenes })) {
      const [code] = createCascade(engine, ['qr_code']).decode(frame);
      const xs = code?.corners.map(({ x }) => x) ?? [];
      expect(Math.min(...xs)).toBeCloseTo(640 - 180, -1);
      expect(Math.max(...xs)).toBeCloseTo(640 + 180, -1);
    }
  });

  test('reads light codes on dark ground within eight frames', async () => {
    const cascade = createCascade(engine, standardSymbologies);
    const found = [];
    for await (const frame of cameraFrames({ scenes: [{ symbology: 'qr_code', text: 'T', seconds: 0.5 }] })) {
      found.push(...cascade.decode(negative(frame)));
    }
    expect(found[0]).toMatchObject({ text: 'T' });
  });

  test('reads nothing where there is nothing', async () => {
    const cascade = createCascade(engine, standardSymbologies);
    for await (const frame of cameraFrames({ scenes: [{ empty: true, seconds: 2, noise: 8 }] })) {
      expect(cascade.decode(frame)).toEqual([]);
    }
  });

  test('looks for nothing when nothing is wanted', async () => {
    const cascade = createCascade(engine, []);
    for await (const frame of cameraFrames({ scenes: [{ symbology: 'qr_code', text: 'T', seconds: 0.1 }] })) {
      expect(cascade.decode(frame)).toEqual([]);
    }
  });
});

describe('a still image', () => {
  test('is looked at harder than a frame', async () => {
    const scenes = [{ symbology: 'code_128', text: 'SMALL-1', seconds: 0.1, size: 0.5, blur: 1.35 }] as const;
    for await (const picture of cameraFrames({ width: 480, height: 320, scenes })) {
      expect(createCascade(engine, ['code_128']).decode(picture)).toEqual([]);
      expect(decodeStill(engine, picture, ['code_128'])).toMatchObject([{ text: 'SMALL-1' }]);
    }
  });
});
