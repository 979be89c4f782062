import sharp, { type Sharp } from 'sharp';
import type { BarcodeGrid } from '../../src/testing/draw-barcode.ts';

/** A grey picture that is held before the camera, at about the size in which the camera sees it. */
export interface Card {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

const frame = { width: 1180, height: 660 };
const [paper, ink] = [228, 30];

/** A drawn code on white paper. */
export async function cardOfGrid(grid: BarcodeGrid, pixelsPerModule: number): Promise<Card> {
  const width = grid.width + 2 * grid.quietZone;
  const height = grid.height + 2 * grid.quietZone;
  const grey = new Uint8Array(width * height).fill(paper);
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      if (grid.dark[y * grid.width + x]) grey[(y + grid.quietZone) * width + x + grid.quietZone] = ink;
    }
  }
  const fine = 8;
  const scale = Math.min(pixelsPerModule, frame.width / width, frame.height / height);
  const fineSize = { width: width * fine, height: height * fine };
  const { data, info } = await sharp(grey, { raw: { width, height, channels: 1 } })
    .resize(fineSize.width, fineSize.height, { kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sharpEdged = sharp(data, { raw: { ...fineSize, channels: info.channels } });
  return resized(sharpEdged, Math.round(width * scale), Math.round(height * scale));
}

/** A photograph, enlarged by `scale` at most and limited to the frame. */
export async function cardOfPhoto(file: string, scale: number): Promise<Card> {
  const picture = sharp(file).rotate().flatten({ background: '#fff' });
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const fit = Math.min(scale, frame.width / info.width, frame.height / info.height);
  const grey = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return resized(grey, Math.round(info.width * fit), Math.round(info.height * fit));
}

async function resized(picture: Sharp, width: number, height: number): Promise<Card> {
  const { data, info } = await picture
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: firstChannel(data, info.channels) };
}

function firstChannel(data: Uint8Array, channels: number): Uint8Array {
  return channels === 1 ? data : data.filter((_, at) => at % channels === 0);
}
