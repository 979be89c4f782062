import type { Corners } from '../reads/barcode-read.ts';
import type { Luminance } from './luminance.ts';

/** A part of a picture. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A narrower part holds no code that the JavaScript decoder could read. */
const leastSide = 80;

/** The parts to the left, right, top and bottom of a code that are large enough for another. */
export function partsAround(corners: Corners, { width, height }: Luminance): Part[] {
  const within = (value: number, end: number) => Math.min(end, Math.max(0, Math.round(value)));
  const left = within(Math.min(...corners.map(({ x }) => x)), width);
  const right = within(Math.max(...corners.map(({ x }) => x)), width);
  const top = within(Math.min(...corners.map(({ y }) => y)), height);
  const bottom = within(Math.max(...corners.map(({ y }) => y)), height);
  return [
    { left: 0, top: 0, width: left, height },
    { left: right, top: 0, width: width - right, height },
    { left: 0, top: 0, width, height: top },
    { left: 0, top: bottom, width, height: height - bottom },
  ].filter((part) => Math.min(part.width, part.height) >= leastSide);
}

/** The part as a picture of its own. */
export function crop({ data, width: stride }: Luminance, { left, top, width, height }: Part): Luminance {
  const part = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * stride + left;
    part.set(data.subarray(from, from + width), y * width);
  }
  return { data: part, width, height };
}

/** The picture turned by 90 degrees clockwise. */
export function quarterTurn({ data, width, height }: Luminance): Luminance {
  const turned = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = data[y * width + x] ?? 0;
  }
  return { data: turned, width: height, height: width };
}

/** The picture with light and dark exchanged. */
export function invert({ data, width, height }: Luminance): Luminance {
  return { data: data.map((value) => 255 - value), width, height };
}
