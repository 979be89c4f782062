import type { Luminance } from '../picture/luminance.ts';

/** A part of a picture in whole pixels; right and bottom are exclusive. */
export interface CropBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How a crop is processed. */
export interface CropTreatment {
  readonly scale: 1 | 2;
  /** Iterations of the deblurring (Van Cittert); 0 leaves the crop unchanged. */
  readonly passes: number;
  /** The exponent from brightness to light. */
  readonly gamma: number;
}

/**
 * Creates a function that cuts out a part of a picture, removes a blur with a deviation of one pixel, and enlarges it.
 * Its buffers are reused by the next call.
 */
export function createCropEnlarger() {
  const curves = new Map<number, Float32Array>();
  let seen = new Float32Array(0);
  let guess = new Float32Array(0);
  let blurred = new Float32Array(0);
  let crop = new Uint8ClampedArray(0);
  let out = new Uint8Array(0);

  function curveOf(gamma: number): Float32Array {
    const known = curves.get(gamma);
    if (known) return known;
    const curve = Float32Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** gamma);
    curves.set(gamma, curve);
    return curve;
  }

  function cut({ data, width: stride }: Luminance, { left, top, right, bottom }: CropBox, gamma: number) {
    const curve = curveOf(gamma);
    const width = right - left;
    const size = width * (bottom - top);
    if (seen.length < size) {
      seen = new Float32Array(size);
      guess = new Float32Array(size);
      blurred = new Float32Array(size);
    }
    if (crop.length < size) crop = new Uint8ClampedArray(size);
    for (let y = top; y < bottom; y++) {
      const to = (y - top) * width - left;
      const from = y * stride;
      for (let x = left; x < right; x++) {
        seen[to + x] = curve[data[from + x] as number] as number;
      }
    }
    return size;
  }

  function copy({ data, width: stride }: Luminance, { left, top, right, bottom }: CropBox) {
    const width = right - left;
    if (crop.length < width * (bottom - top)) crop = new Uint8ClampedArray(width * (bottom - top));
    for (let y = top; y < bottom; y++)
      crop.set(data.subarray(y * stride + left, y * stride + right), (y - top) * width);
  }

  /** Weights 1 4 6 4 1 down the columns, then along the rows. */
  function blur(width: number, height: number) {
    for (let y = 0; y < height; y++) {
      const row = (at: number) => Math.max(0, Math.min(height - 1, at)) * width;
      const [a, b, c, d, e] = [row(y - 2), row(y - 1), row(y), row(y + 1), row(y + 2)];
      for (let x = 0; x < width; x++) {
        const outer = (guess[a + x] as number) + (guess[e + x] as number);
        const inner = (guess[b + x] as number) + (guess[d + x] as number);
        blurred[c + x] = (outer + 4 * inner + 6 * (guess[c + x] as number)) / 16;
      }
    }
  }

  /** Adds the difference between the observed and the blurred guess to the guess. */
  function correct(width: number, height: number) {
    for (let y = 0; y < height; y++) {
      const from = y * width;
      const last = from + width - 1;
      let a = blurred[from] as number;
      let b = a;
      let c = a;
      let d = blurred[Math.min(last, from + 1)] as number;
      for (let at = from; at <= last; at++) {
        const e = blurred[Math.min(last, at + 2)] as number;
        guess[at] = (guess[at] as number) + (seen[at] as number) - (a + e + 4 * (b + d) + 6 * c) / 16;
        a = b;
        b = c;
        c = d;
        d = e;
      }
    }
  }

  function sharpen(picture: Luminance, box: CropBox, passes: number, gamma: number) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const size = cut(picture, box, gamma);
    for (let at = 0; at < size; at++) guess[at] = seen[at] as number;
    for (let pass = 0; pass < passes; pass++) {
      blur(width, height);
      correct(width, height);
    }
    for (let at = 0; at < size; at++) crop[at] = guess[at] as number;
  }

  /** Each new pixel lies a quarter pixel from an original one: weights 9 3 3 1. */
  function double(data: Uint8ClampedArray, width: number, height: number): Luminance {
    const [wide, tall] = [width * 2, height * 2];
    if (out.length < wide * tall) out = new Uint8Array(wide * tall);
    for (let y = 0; y < tall; y++) {
      const near = (y >> 1) * width;
      const far = Math.max(0, Math.min(height - 1, (y >> 1) + ((y & 1) === 0 ? -1 : 1))) * width;
      let to = y * wide;
      let left = 3 * (data[near] as number) + (data[far] as number);
      let here = left;
      for (let x = 0; x < width; x++) {
        const next = x + 1 < width ? x + 1 : x;
        const right = 3 * (data[near + next] as number) + (data[far + next] as number);
        out[to++] = (3 * here + left + 8) >> 4;
        out[to++] = (3 * here + right + 8) >> 4;
        left = here;
        here = right;
      }
    }
    return { data: out.subarray(0, wide * tall), width: wide, height: tall };
  }

  return (picture: Luminance, box: CropBox, { scale, passes, gamma }: CropTreatment): Luminance => {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (passes === 0 && gamma === 1) copy(picture, box);
    else sharpen(picture, box, passes, gamma);
    if (scale === 2) return double(crop, width, height);
    return { data: new Uint8Array(crop.buffer, 0, width * height), width, height };
  };
}
