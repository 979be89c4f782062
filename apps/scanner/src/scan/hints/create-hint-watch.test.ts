import type { DecodedCode, FrameQuality } from '@scantix/barcode-reader';
import { expect, test } from 'vitest';
import { createHintWatch } from './create-hint-watch.ts';

const good: FrameQuality = { sharpness: 0.8, brightness: 120, glare: 0, motion: 0, pixelsPerModule: 4 };
const lens = { torchOn: false, canZoomIn: false };
const code = { text: 'A' } as DecodedCode;

function setUp() {
  let nowMs = 0;
  const watch = createHintWatch(() => nowMs);
  return {
    /** Frames 100 ms apart. @returns the last hint */
    look: (frames: number, quality: Partial<FrameQuality>, codes: readonly DecodedCode[] = []) => {
      let hint = null;
      for (let count = 0; count < frames; count++) {
        nowMs += 100;
        hint = watch.look({ codes, quality: { ...good, ...quality } }, lens);
      }
      return hint;
    },
  };
}

test('a steadily dark picture asks for light, one dark frame does not', () => {
  const { look } = setUp();
  expect(look(12, {})).toBeNull();
  expect(look(1, { brightness: 10 })).toBeNull();
  expect(look(4, { brightness: 10 })).toBe('turn-on-light');
});

test.each([
  ['hold-still', { motion: 0.6 }],
  ['hold-still', { sharpness: 0.1 }],
  ['tilt', { glare: 0.2 }],
] as const)('it asks to %s for %j', (hint, quality) => {
  expect(setUp().look(15, quality)).toBe(hint);
});

test('a code too small to be read asks to come closer before the time for it', () => {
  expect(setUp().look(31, { pixelsPerModule: 1.2 })).toBe('move-closer');
});

test('a code in view ends the hint and starts the waiting anew', () => {
  const { look } = setUp();
  expect(look(101, { pixelsPerModule: null })).toBe('type-the-code');
  expect(look(1, {}, [code])).toBeNull();
  expect(look(29, { pixelsPerModule: null })).toBeNull();
  expect(look(1, { pixelsPerModule: null })).toBe('centre');
});
