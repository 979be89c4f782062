import { describe, expect, test } from 'vitest';
import type { Luminance } from '../picture/luminance.ts';
import { type CodeScene, cameraFrames } from '../testing/index.ts';
import { hintOf } from './frame-quality.ts';
import { createQualityMeter } from './measure-quality.ts';

const size = { width: 1280, height: 720 };

async function held(scene: Partial<CodeScene> = {}): Promise<Luminance> {
  const scenes = [{ symbology: 'qr_code', text: 'TICKET-0001', seconds: 0.05, noise: 3, ...scene }] as const;
  for await (const frame of cameraFrames({ ...size, scenes })) return frame;
  throw new Error('Nothing was drawn.');
}

async function empty(): Promise<Luminance> {
  for await (const frame of cameraFrames({ ...size, scenes: [{ empty: true, seconds: 0.05 }] })) return frame;
  throw new Error('Nothing was drawn.');
}

const measure = (frame: Luminance) => createQualityMeter().measure(frame);
const lit = ({ data, width, height }: Luminance, light: (value: number, at: number) => number): Luminance => ({
  data: data.map(light),
  width,
  height,
});

describe('the measures of a frame', () => {
  test('a code in focus is sharp, out of focus it is not', async () => {
    const sharp = measure(await held());
    const blurred = measure(await held({ blur: 4 }));
    expect(sharp.sharpness).toBeGreaterThan(0.45);
    expect(blurred.sharpness).toBeLessThan(0.2);
  });

  test('pixels per module are about what was drawn, and none where nothing is', async () => {
    // The symbol has 21 squares across 40 % of 720 pixels.
    const { pixelsPerModule } = measure(await held({ size: 0.4 }));
    expect(pixelsPerModule).toBeGreaterThan(9);
    expect(pixelsPerModule).toBeLessThan(20);
    expect(measure(await empty()).pixelsPerModule).toBeNull();
  });

  test.each([1.5, 3, 6])('a code with %s pixels a module measures about that, near or far', async (pixelsPerModule) => {
    const measured = measure(await held({ text: 'TICKET-0001-'.repeat(4), pixelsPerModule })).pixelsPerModule;
    expect(measured).toBeGreaterThan(0.75 * pixelsPerModule);
    expect(measured).toBeLessThan(1.4 * pixelsPerModule);
  });

  test('darkness and overexposed areas are measured', async () => {
    const frame = await held();
    expect(measure(lit(frame, (value) => value / 6)).brightness).toBeLessThan(40);
    expect(measure(frame).glare).toBe(0);
    const glaring = lit(frame, (value, at) => (at % size.width > 600 && at % size.width < 700 ? 255 : value));
    expect(measure(glaring).glare).toBeGreaterThan(0.08);
  });

  test('motion is what changed since the frame before', async () => {
    const meter = createQualityMeter();
    const [still, away] = [await held(), await empty()];
    expect(meter.measure(still).motion).toBe(0);
    expect(meter.measure(still).motion).toBe(0);
    expect(meter.measure(away).motion).toBeGreaterThan(0.05);
  });

  test('a picture of a few pixels is measured too', () => {
    const tiny = { data: new Uint8Array(6).fill(200), width: 3, height: 2 };
    expect(measure(tiny)).toMatchObject({ sharpness: 0, motion: 0, pixelsPerModule: null });
  });
});

describe('the hint', () => {
  const good = { sharpness: 0.6, brightness: 120, glare: 0, motion: 0, pixelsPerModule: 4 };
  test.each([
    ['nothing when all is well', {}, null],
    ['light in the dark', { brightness: 30 }, 'turn-on-light'],
    ['the middle when nothing is there', { pixelsPerModule: null }, 'centre'],
    ['a tilt against glare', { glare: 0.1 }, 'tilt'],
    ['a still hand', { sharpness: 0.1 }, 'hold-still'],
    ['a still hand when all moves', { motion: 0.5 }, 'hold-still'],
    ['a closer hand', { pixelsPerModule: 1.4 }, 'move-closer'],
  ])('asks for %s', (_what, change, hint) => {
    expect(hintOf({ ...good, ...change })).toBe(hint);
  });
});
