import type { Luminance } from './luminance.ts';

/** A grey picture as `ImageData`. */
export function colourOf({ data, width, height }: Luminance): ImageData {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index++) {
    pixels.fill(data[index] ?? 0, index * 4, index * 4 + 3);
    pixels[index * 4 + 3] = 255;
  }
  return new ImageData(pixels, width, height);
}
