import type { Luminance } from '../engine/engine.ts';

/** A part of a picture in whole pixels, right and bottom not included. */
export interface CropPlace {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Cuts a part out of a picture with its edges raised (what a pixel differs from the mean of the nine around it, added
 * `amount` times), at its own size or at twice it. In buffers that the next call reuses.
 */
export function createCropEnlarger() {
  let raised = new Uint8ClampedArray(0);
  let out = new Uint8Array(0);

  function raise({ data, width: stride, height: rows }: Luminance, place: CropPlace, amount: number): Luminance {
    const [width, height] = [place.right - place.left, place.bottom - place.top];
    if (raised.length < width * height) raised = new Uint8ClampedArray(width * height);
    const share = amount / 9;
    for (let y = 0; y < height; y++) {
      const at = (place.top + y) * stride;
      const upper = place.top + y > 0 ? at - stride : at;
      const lower = place.top + y < rows - 1 ? at + stride : at;
      const sumAt = (x: number) => (data[upper + x] as number) + (data[at + x] as number) + (data[lower + x] as number);
      let left = sumAt(Math.max(0, place.left - 1));
      let here = sumAt(place.left);
      for (let x = place.left; x < place.right; x++) {
        const right = x < stride - 1 ? sumAt(x + 1) : here;
        raised[y * width + x - place.left] = (data[at + x] as number) * (1 + amount) - share * (left + here + right);
        left = here;
        here = right;
      }
    }
    return { data: new Uint8Array(raised.buffer, 0, width * height), width, height };
  }

  /** Each pixel of the double lies a quarter from one of the original: weights of nine, three, three and one. */
  function double({ data, width, height }: Luminance): Luminance {
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

  return (picture: Luminance, place: CropPlace, { scale, amount }: { scale: 1 | 2; amount: number }): Luminance => {
    const crop = raise(picture, place, amount);
    return scale === 2 ? double(crop) : crop;
  };
}
