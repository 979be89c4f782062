import { expect, test } from 'vitest';
import type { FrameQuality } from '../quality/frame-quality.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { createHintWatch, type HintLens } from './create-hint-watch.ts';

const good: FrameQuality = { sharpness: 0.8, brightness: 120, glare: 0, motion: 0, pixelsPerModule: 4 };
const fixedLens: HintLens = { torchOn: false, zoom: 1, capabilities: { torch: true, lenses: 1, zoom: null } };
const zoomRange = { minimum: 1, maximum: 4, step: 0.1 };
const code = { text: 'A' } as DecodedCode;

function setUp(lens = fixedLens) {
  let nowMs = 0;
  const watch = createHintWatch(() => nowMs);
  return {
    /** Time without a frame, as while nothing is read. */
    pause: (ms: number) => {
      nowMs += ms;
    },
    /** Frames 100 ms apart. @returns the last hint */
    observe: (frames: number, quality: Partial<FrameQuality>, codes: readonly DecodedCode[] = []) => {
      let hint = null;
      for (let count = 0; count < frames; count++) {
        nowMs += 100;
        hint = watch.observe({ codes, quality: { ...good, ...quality } }, lens);
      }
      return hint;
    },
  };
}

test('a steadily dark picture asks for light, one dark frame does not', () => {
  const { observe } = setUp();
  expect(observe(12, {})).toBeNull();
  expect(observe(1, { brightness: 10 })).toBeNull();
  expect(observe(4, { brightness: 10 })).toBe('turn-on-light');
});

test.each([
  ['hold-still', { motion: 0.6 }],
  ['hold-still', { sharpness: 0.1 }],
  ['tilt', { glare: 0.2 }],
] as const)('it asks to %s for %j', (hint, quality) => {
  expect(setUp().observe(15, quality)).toBe(hint);
});

test('a code too small to be read asks to come closer before the time for it', () => {
  expect(setUp().observe(31, { pixelsPerModule: 1.2 })).toBe('move-closer');
});

test('a code in view ends the hint and restarts the wait', () => {
  const { observe } = setUp();
  expect(observe(101, { pixelsPerModule: null })).toBe('type-the-code');
  expect(observe(1, {}, [code])).toBeNull();
  expect(observe(29, { pixelsPerModule: null })).toBeNull();
  expect(observe(1, { pixelsPerModule: null })).toBe('centre');
});

test('a pause in which nothing is read, as under a verdict, is no wait for a code', () => {
  const { observe, pause } = setUp();
  expect(observe(1, {}, [code])).toBeNull();
  pause(60_000);
  expect(observe(1, { pixelsPerModule: null })).toBeNull();
});

test.each([
  [1, 'zoom-in'],
  [2, 'move-closer'],
] as const)('a lens that can zoom is offered at zoom %i as %s', (zoom, hint) => {
  const { observe } = setUp({ ...fixedLens, zoom, capabilities: { ...fixedLens.capabilities, zoom: zoomRange } });
  expect(observe(61, { pixelsPerModule: null })).toBe(hint);
});
