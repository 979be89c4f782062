import { expect, test } from 'vitest';
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
