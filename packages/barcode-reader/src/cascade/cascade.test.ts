import { beforeAll, describe, expect, test } from 'vitest';
import { loadWasmEngine } from '../engine/wasm-engine.ts';
import { standardSymbologies } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { cameraFrames } from '../testing/index.ts';
import { readWasmBytes } from '../testing/wasm-bytes.ts';
import { createCascade } from './cascade.ts';

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

  test('gives corners in pixels of the full-size frame, also from the half-size pass', async () => {
    const scenes = [{ symbology: 'qr_code', text: 'T', seconds: 0.1, size: 0.5 }] as const;
    for await (const frame of cameraFrames({ width: 1280, height: 720, scenes })) {
      const [code] = createCascade(engine, ['qr_code']).decode(frame);
      const xs = code?.corners.map(({ x }) => x) ?? [];
      expect(Math.min(...xs)).toBeCloseTo(640 - 180, -1);
      expect(Math.max(...xs)).toBeCloseTo(640 + 180, -1);
    }
  });

  test('reads light codes on dark ground within four frames', async () => {
    const cascade = createCascade(engine, standardSymbologies);
    const found = [];
    for await (const frame of cameraFrames({ scenes: [{ symbology: 'qr_code', text: 'T', seconds: 4 / 15 }] })) {
      found.push(...cascade.decode(negative(frame)));
    }
    expect(found[0]).toMatchObject({ text: 'T' });
  });

  test('a code that takes the place of another one is read as what it is', async () => {
    const cascade = createCascade(engine, ['ean_13', 'upc_a']);
    const at = { seconds: 0.2, size: 0.7 };
    const scenes = [
      { symbology: 'ean_13', text: '4006381333931', ...at },
      { symbology: 'upc_a', text: '012345678905', ...at },
    ] as const;
    const found = [];
    for await (const { scene, ...frame } of cameraFrames({ scenes })) {
      if (scene === scenes[1])
        found.push(...cascade.decode(frame).map(({ symbology, text }) => `${symbology} ${text}`));
      else expect(cascade.decode(frame)).toMatchObject([{ text: '4006381333931' }]);
    }
    expect(new Set(found)).toEqual(new Set(['upc_a 012345678905']));
  });

  test('reads nothing where there is nothing', async () => {
    const cascade = createCascade(engine, standardSymbologies);
    for await (const frame of cameraFrames({ scenes: [{ empty: true, seconds: 0.6, noise: 8 }], clutter: 1 })) {
      expect(cascade.decode(frame)).toEqual([]);
    }
  });

  test('finds nothing when nothing is wanted', async () => {
    const cascade = createCascade(engine, []);
    for await (const frame of cameraFrames({ scenes: [{ symbology: 'qr_code', text: 'T', seconds: 0.1 }] })) {
      expect(cascade.decode(frame)).toEqual([]);
    }
  });

  test.each([
    ['code_128', 'BLURRED-1', { pixelsPerModule: 2.2, blur: 1.1, contrast: 0.5, rotateDegrees: 30 }],
    ['ean_13', '2112345678900', { pixelsPerModule: 2.2, blur: 1.3, rotateDegrees: 70, contrast: 0.5 }],
    ['pdf417', 'TICKET-0001', { pixelsPerModule: 2.5, blur: 0.6, rotateDegrees: 25 }],
  ] as const)('reads a %s that one thorough pass does not', async (symbology, text, trouble) => {
    const thorough = { symbologies: standardSymbologies, harder: true, rotate: true, invert: true, downscale: true };
    const scenes = [{ symbology, text, seconds: 4 / 15, noise: 3, motion: 60, ...trouble }] as const;
    const cascade = createCascade(engine, standardSymbologies);
    const found: string[] = [];
    for await (const frame of cameraFrames({ width: 1280, height: 720, scenes, clutter: 0.5, seed: 3 })) {
      expect(engine.decode(frame, thorough)).toEqual([]);
      found.push(...cascade.decode(frame).map((code) => code.text));
    }
    expect(new Set(found)).toEqual(new Set([text]));
  });

  test('gives corners in pixels of the whole frame, also of a code that was straightened', async () => {
    const scenes = [
      { symbology: 'code_128', text: 'TURNED', seconds: 0.1, pixelsPerModule: 2, blur: 1, rotateDegrees: 40 },
    ] as const;
    for await (const frame of cameraFrames({ width: 1280, height: 720, scenes })) {
      const [code] = createCascade(engine, ['code_128']).decode(frame);
      const [left, right] = code?.corners ?? [];
      if (!left || !right) throw new Error('The code was not read.');
      const degrees = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
      expect(Math.abs(degrees - 40)).toBeLessThan(4);
      const middle = (axis: 'x' | 'y') => (code?.corners ?? []).reduce((sum, corner) => sum + corner[axis] / 4, 0);
      expect(Math.hypot(middle('x') - 640, middle('y') - 360)).toBeLessThan(15);
    }
  });

  test('follows a code that it has read without decoding the whole frame again', async () => {
    const decodedPixels: number[] = [];
    const counting: Engine = {
      ...engine,
      decode(picture, pass) {
        decodedPixels.push(picture.width * picture.height);
        return engine.decode(picture, pass);
      },
    };
    const cascade = createCascade(counting, standardSymbologies);
    const scenes = [{ symbology: 'qr_code', text: 'T', seconds: 0.4, pixelsPerModule: 6, motion: 80 }] as const;
    for await (const frame of cameraFrames({ width: 1280, height: 720, scenes })) {
      decodedPixels.length = 0;
      expect(cascade.decode(frame)).toMatchObject([{ text: 'T' }]);
      if (frame.index > 0) expect(Math.max(...decodedPixels)).toBeLessThan((1280 * 720) / 8);
    }
  });

  test('reads several codes of a frame when several are wanted', async () => {
    const one = { symbology: 'qr_code', text: 'ONE', seconds: 0.05, pixelsPerModule: 5 } as const;
    const two = { ...one, symbology: 'code_128', text: 'TWO', pixelsPerModule: 3 } as const;
    const frames = [];
    for (const scene of [one, two]) {
      for await (const frame of cameraFrames({ width: 640, height: 720, scenes: [scene] })) {
        frames.push(frame);
      }
    }
    const [left, right] = frames;
    if (!left || !right) throw new Error('Nothing was drawn.');
    const data = new Uint8Array(1280 * 720);
    for (let y = 0; y < 720; y++) {
      data.set(left.data.subarray(y * 640, (y + 1) * 640), y * 1280);
      data.set(right.data.subarray(y * 640, (y + 1) * 640), y * 1280 + 640);
    }
    const cascade = createCascade(engine, standardSymbologies, { maximumCodes: 4 });
    const codes = cascade.decode({ data, width: 1280, height: 720 });
    expect(codes.map(({ text }) => text).sort()).toEqual(['ONE', 'TWO']);
  });
});
