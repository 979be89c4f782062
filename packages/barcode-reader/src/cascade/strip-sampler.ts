import type { Luminance } from '../engine/engine.ts';
import type { Point } from '../reads/barcode-read.ts';

/** Where a strip lies in the picture: its middle, the direction across its bars, how long and how wide it is, in pixels. */
export interface StripPlace {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** How far the line that is read leans towards the bars, as a slope. */
  readonly lean: number;
  /** How much the direction across the bars turns from pixel to pixel along the strip, in radians. */
  readonly fan: number;
  readonly length: number;
  readonly width: number;
}

/** Rows of brightness read across the bars of a strip, each the mean of some lines along them. */
export interface StripRows {
  readonly columns: number;
  readonly rows: number;
  readonly light: Float32Array;
}

/** Reads strips into a buffer that the next call reuses: `columns` x `rows`, each row the mean of `lines` lines. */
export function createStripSampler() {
  let light = new Float32Array(0);

  return (
    { data, width, height }: Luminance,
    place: StripPlace,
    { columns, rows, lines }: { columns: number; rows: number; lines: number },
  ): StripRows => {
    if (light.length < columns * rows) light = new Float32Array(columns * rows);
    light.fill(0, 0, columns * rows);
    const [ux, uy] = [Math.cos(place.angle), Math.sin(place.angle)];
    const step = place.length / columns;
    const [alongX, alongY] = [step * (ux - place.lean * uy), step * (uy + place.lean * ux)];
    const [maxX, maxY] = [width - 1.001, height - 1.001];
    for (let row = 0; row < rows; row++) {
      for (let line = 0; line < lines; line++) {
        const across = ((row + (line + 0.5) / lines) / rows - 0.5) * place.width;
        // The bars turn by the fan: a line beside the middle runs through turned ends of theirs.
        const stepX = alongX - across * place.fan * step * ux;
        const stepY = alongY - across * place.fan * step * uy;
        let x = place.x - ((columns - 1) / 2) * stepX - across * uy;
        let y = place.y - ((columns - 1) / 2) * stepY + across * ux;
        let to = row * columns;
        for (let column = 0; column < columns; column++, x += stepX, y += stepY, to++) {
          const cx = Math.max(0, Math.min(maxX, x));
          const cy = Math.max(0, Math.min(maxY, y));
          const [x0, y0] = [cx | 0, cy | 0];
          const [fx, fy] = [cx - x0, cy - y0];
          const at = y0 * width + x0;
          const a = data[at] as number;
          const b = data[at + 1] as number;
          const c = data[at + width] as number;
          const d = data[at + width + 1] as number;
          const upper = a + (b - a) * fx;
          light[to] = (light[to] as number) + upper + (c + (d - c) * fx - upper) * fy;
        }
      }
    }
    for (let at = 0; at < columns * rows; at++) light[at] = (light[at] as number) / lines;
    return { columns, rows, light };
  };
}

/** Where in the picture a place of a strip lies, given in pixels along and across from the strip's middle. */
export function placeInPicture(strip: StripPlace, along: number, across: number): Point {
  const [ux, uy] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const turn = across * strip.fan;
  return {
    x: strip.x + along * (ux - strip.lean * uy - turn * ux) - across * uy,
    y: strip.y + along * (uy + strip.lean * ux - turn * uy) + across * ux,
  };
}
