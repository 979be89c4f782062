import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { View, ViewState } from '../states/view-state.ts';

const FOLDER = new URL('../../../../docs/screens/', import.meta.url);
const HEIGHT = 640;
const GAP = 16;
const GROUND = '#808893';

/** The name of the picture of a state. */
export function sheetName(view: View, state: ViewState): string {
  return `${view.title} ${state.name}`.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

export function sheetPath(view: View, state: ViewState): string {
  return fileURLToPath(new URL(`${sheetName(view, state)}.webp`, FOLDER));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Writes one sheet of all sizes: a light row and a dark row of pictures with the same height. */
export async function writeSheet(path: string, pictures: readonly Buffer[], sizes: readonly Size[]): Promise<void> {
  const widths = sizes.map(({ width, height }) => Math.round((width * HEIGHT) / height));
  const lefts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width + GAP, GAP));
  const rows = pictures.length / widths.length;
  const layers = pictures.map(async (picture, index) => ({
    input: await sharp(picture).resize({ height: HEIGHT }).toBuffer(),
    left: lefts[index % widths.length] ?? 0,
    top: GAP + Math.floor(index / widths.length) * (HEIGHT + GAP),
  }));
  const size = {
    width: widths.reduce((sum, width) => sum + width + GAP, GAP),
    height: GAP + rows * (HEIGHT + GAP),
  };
  await mkdir(dirname(path), { recursive: true });
  await sharp({ create: { ...size, channels: 3, background: GROUND } })
    .composite(await Promise.all(layers))
    .webp({ quality: 72, effort: 4, preset: 'drawing' })
    .toFile(path);
}
