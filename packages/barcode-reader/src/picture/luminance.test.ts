import { expect, test } from 'vitest';
import { createHalver, double, luminanceOfColour, packPlane } from './luminance.ts';

test('padding at the end of rows is left out', () => {
  const plane = Uint8Array.from([9, 9, 1, 2, 0, 0, 3, 4, 0, 0]);
  expect([...packPlane(plane, 2, 2, 4, 2).data]).toEqual([1, 2, 3, 4]);
});

test('green is brighter than red, red brighter than blue, in either order of bytes', () => {
  const pixels = Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
  expect([...luminanceOfColour(pixels, 4, 1).data]).toEqual([76, 150, 29, 255]);
  expect([...luminanceOfColour(pixels, 4, 1, { blueFirst: true }).data]).toEqual([29, 150, 76, 255]);
});

test('padded rows of colour are read row by row', () => {
  const white = [255, 255, 255, 255];
  const pixels = Uint8Array.from([...white, 0, 0, 0, 0, ...white, 0, 0, 0, 0]);
  expect([...luminanceOfColour(pixels, 1, 2, { stride: 8 }).data]).toEqual([255, 255]);
});

test('half the size is the mean of four, an odd last row or column falls away', () => {
  const half = createHalver()({ data: Uint8Array.from([0, 100, 7, 100, 200, 7, 7, 7, 7]), width: 3, height: 3 });
  expect(half).toEqual({ data: Uint8Array.from([100]), width: 1, height: 1 });
});

test('twice the size keeps an even picture even', () => {
  const wide = double({ data: new Uint8Array(6).fill(80), width: 3, height: 2 });
  expect(wide).toEqual({ data: new Uint8Array(24).fill(80), width: 6, height: 4 });
});
