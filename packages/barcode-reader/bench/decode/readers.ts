import type { DecodeCase } from './decode-case.ts';

/** One reader, ours or a peer's. */
export interface Reader {
  readonly name: string;
  /** Starts a new case: forgets everything remembered from earlier frames. */
  begin(): void;
  /** The texts in the frame or still image; `pixels` is the same picture as `ImageData`. */
  read(picture: DecodeCase['frames'][number], pixels: ImageData): Promise<string[]> | string[];
}

/** A class that Node lacks and peers check by name. */
export class PixelData {
  readonly colorSpace = 'srgb';
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** A grey picture as the pixels of a canvas. */
export function toPixels({ data, width, height }: DecodeCase['frames'][number]): ImageData {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const grey = data[at] ?? 0;
    pixels[at * 4] = grey;
    pixels[at * 4 + 1] = grey;
    pixels[at * 4 + 2] = grey;
    pixels[at * 4 + 3] = 255;
  }
  return new PixelData(pixels, width, height) as unknown as ImageData;
}
