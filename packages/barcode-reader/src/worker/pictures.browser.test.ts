import { expect, test, vi } from 'vitest';
import { BarcodeReaderError } from '../model/errors.ts';
import { createPictures } from './pictures.ts';

/** A frame of which every pixel is this bright, from 0 to 1, in a format whose samples have so many bits. */
function frameOf(format: string, bits: number, brightness: number): VideoFrame {
  const [width, height] = [64, 32];
  const [luma, chroma] = [width * height, (width * height) / 4];
  const samples = bits > 8 ? new Uint16Array(luma + 2 * chroma) : new Uint8Array(luma + 2 * chroma);
  const most = 2 ** bits - 1;
  samples.fill(Math.round(brightness * most), 0, luma);
  samples.fill(Math.round(most / 2), luma);
  const colorSpace = { fullRange: true, matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' } as const;
  const layout = { format: format as VideoPixelFormat, codedWidth: width, codedHeight: height };
  return new VideoFrame(samples, { ...layout, timestamp: 0, colorSpace });
}

test.each([
  ['I420', 8],
  ['I420P10', 10],
  ['I420P12', 12],
] as const)('the grey of a frame in %s is as bright as the frame', async (format, bits) => {
  const picture = createPictures().open({ kind: 'video-frame', frame: frameOf(format, bits, 0.7) });
  const { data, width, height } = await picture.grey();
  expect([width, height]).toEqual([64, 32]);
  expect(Math.abs((data[1000] ?? 0) - 0.7 * 255)).toBeLessThan(8);
  picture.close();
});

/** As Firefox does with `privacy.resistFingerprinting`, and by less where it only makes canvases differ. */
function alterPixels(alter: (value: number) => number) {
  const context = OffscreenCanvasRenderingContext2D.prototype;
  const read = context.getImageData;
  vi.spyOn(context, 'getImageData').mockImplementation(function (this: OffscreenCanvasRenderingContext2D, ...area) {
    const image = read.apply(this, area);
    image.data.set(image.data.map(alter));
    return image;
  });
}

test.each([
  ['noise in place of the pixels is an error', () => Math.random() * 256, 'pixels-altered'],
  ['a change of the lowest bits is none', (value: number) => value ^ 3, undefined],
] as const)('%s', async (_, alter, code) => {
  alterPixels(alter);
  const pictures = createPictures();
  for (const attempt of ['first', 'second']) {
    const bitmap = await createImageBitmap(new ImageData(64, 32));
    const picture = pictures.open({ kind: 'bitmap', bitmap });
    const error = await picture.grey().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(BarcodeReaderError.isInstance(error) ? error.code : undefined, attempt).toBe(code);
    picture.close();
  }
  vi.restoreAllMocks();
});
