import { expect, test } from 'vitest';
import { createCropEnlarger } from './enlarge-crop.ts';

const size = 40;
const whole = { left: 0, top: 0, right: size, bottom: size };
const asItIs = { scale: 1, passes: 0, gamma: 1 } as const;

/** Squares of three pixels. */
const squares = Array.from({ length: size * size }, (_, at) =>
  (Math.floor((at % size) / 3) + Math.floor(Math.floor(at / size) / 3)) % 2 === 0 ? 60 : 180,
);

function blurred(values: readonly number[]): Uint8Array {
  const at = (x: number, y: number) =>
    values[Math.min(size - 1, Math.max(0, y)) * size + Math.min(size - 1, Math.max(0, x))] ?? 0;
  const weights = [1, 4, 6, 4, 1];
  return Uint8Array.from(values, (_, place) => {
    let sum = 0;
    for (const [dy, wy] of weights.entries()) {
      for (const [dx, wx] of weights.entries()) {
        sum += wx * wy * at((place % size) + dx - 2, Math.floor(place / size) + dy - 2);
      }
    }
    return sum / 256;
  });
}

test('a crop is the part that was asked for', () => {
  const data = Uint8Array.from({ length: size * size }, (_, at) => at % 251);
  const crop = createCropEnlarger()(
    { data, width: size, height: size },
    { left: 5, top: 7, right: 9, bottom: 9 },
    asItIs,
  );
  expect(crop).toMatchObject({ width: 4, height: 2 });
  expect([...crop.data]).toEqual([...data.subarray(285, 289), ...data.subarray(325, 329)]);
});

test('blur of a pixel or so is taken back', () => {
  const data = blurred(squares);
  const picture = { data, width: size, height: size };
  const error = (seen: Uint8Array) => seen.reduce((sum, value, at) => sum + Math.abs(value - (squares[at] ?? 0)), 0);
  const enlarge = createCropEnlarger();
  const restored = error(enlarge(picture, whole, { ...asItIs, passes: 4 }).data);
  expect(restored).toBeLessThan(0.6 * error(data));
  expect(error(enlarge(picture, whole, { ...asItIs, passes: 8 }).data)).toBeLessThan(restored);
});

test('twice the size keeps an even picture even, at its borders too', () => {
  const even = { data: new Uint8Array(size * size).fill(80), width: size, height: size };
  const large = createCropEnlarger()(even, { left: 3, top: 0, right: 8, bottom: 6 }, { scale: 2, passes: 4, gamma: 1 });
  expect(large).toMatchObject({ width: 10, height: 12 });
  expect(new Set(large.data)).toEqual(new Set([80]));
});

test('light is darker than the brightness a camera makes of it', () => {
  const even = { data: new Uint8Array(size * size).fill(128), width: size, height: size };
  expect(createCropEnlarger()(even, whole, { ...asItIs, gamma: 2 }).data[0]).toBe(64);
});
