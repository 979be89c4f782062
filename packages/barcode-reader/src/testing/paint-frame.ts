import type { BarcodeGrid } from './draw-barcode.ts';
import { type CardPose, invertProjection, projectCard, projectPoint } from './place-card.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A grey picture that is painted on: brightness 0 to 255, not yet rounded. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

/** A part of a picture, right and bottom not included. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const paper = 232;
const ink = 28;
const samples = 3;

/** Something to stand behind the codes: a soft ground with a few edges and lines that are no code. */
export function paintBackground(width: number, height: number, seed: number): Canvas {
  const random = createSeededRandom(seed);
  const light = new Float32Array(width * height);
  const [base, slopeX, slopeY] = [random.between(90, 140), random.between(-40, 40), random.between(-30, 30)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) light[y * width + x] = base + (slopeX * x) / width + (slopeY * y) / height;
  }
  for (let count = 0; count < 14; count++) {
    const [w, h] = [random.between(0.02, 0.3) * width, random.between(0.01, 0.2) * height];
    const [left, top] = [random.between(0, width - w), random.between(0, height - h)];
    const shade = random.between(-45, 45);
    for (let y = Math.floor(top); y < top + h; y++) {
      for (let x = Math.floor(left); x < left + w; x++) light[y * width + x] = (light[y * width + x] ?? 0) + shade;
    }
  }
  return { width, height, light };
}

/**
 * Paints a card with a code on it; `drift` is how far it moves, in pixels, while the shutter is open.
 *
 * @returns the part of the picture that was painted
 */
export function paintCard(canvas: Canvas, grid: BarcodeGrid, pose: CardPose, drift: { x: number; y: number }): Bounds {
  const { width, height, light } = canvas;
  const toScreen = projectCard(pose);
  const back = invertProjection(toScreen);
  const halfWidth = grid.width / 2 + grid.quietZone;
  const halfHeight = grid.height / 2 + grid.quietZone;
  const corners = [
    [-halfWidth, -halfHeight],
    [halfWidth, -halfHeight],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ].map(([x = 0, y = 0]) => projectPoint(toScreen, x, y));
  const reachX = Math.abs(drift.x) / 2 + 1;
  const reachY = Math.abs(drift.y) / 2 + 1;
  const left = Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x)) - reachX));
  const right = Math.min(width, Math.ceil(Math.max(...corners.map(({ x }) => x)) + reachX));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y)) - reachY));
  const bottom = Math.min(height, Math.ceil(Math.max(...corners.map(({ y }) => y)) + reachY));

  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const behind = light[y * width + x] ?? 0;
      let sum = 0;
      for (let sample = 0; sample < samples * samples; sample++) {
        // Each sample of a pixel is taken at another moment of the exposure: that is motion blur.
        const moment = (sample * 4) % (samples * samples);
        const when = (moment + 0.5) / (samples * samples) - 0.5;
        const sx = x + ((sample % samples) + 0.5) / samples - drift.x * when;
        const sy = y + (Math.floor(sample / samples) + 0.5) / samples - drift.y * when;
        const w = back[6] * sx + back[7] * sy + back[8];
        const u = (back[0] * sx + back[1] * sy + back[2]) / w;
        const v = (back[3] * sx + back[4] * sy + back[5]) / w;
        sum += shadeAt(grid, u + grid.width / 2, v + grid.height / 2) ?? behind;
      }
      light[y * width + x] = sum / (samples * samples);
    }
  }
  return { left, top, right, bottom };
}

/** The brightness of the card at a place given in squares; `null` beside the card. */
function shadeAt(grid: BarcodeGrid, x: number, y: number): number | null {
  const { width, height, quietZone, dark } = grid;
  if (x < -quietZone || y < -quietZone || x >= width + quietZone || y >= height + quietZone) return null;
  if (x < 0 || y < 0 || x >= width || y >= height) return paper;
  return dark[Math.floor(y) * width + Math.floor(x)] ? ink : paper;
}

/** Blurs a part of the picture as a lens out of focus does; `sigma` in pixels. The ground is soft already. */
export function blurCanvas({ width, height, light }: Canvas, sigma: number, part: Bounds): void {
  if (sigma <= 0) return;
  const radius = Math.ceil(sigma * 2.5);
  const weights = Array.from({ length: radius * 2 + 1 }, (_, index) =>
    Math.exp(-((index - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kernel = Float32Array.from(weights, (weight) => weight / total);
  const left = Math.max(0, part.left - radius);
  const top = Math.max(0, part.top - radius);
  const right = Math.min(width, part.right + radius);
  const bottom = Math.min(height, part.bottom + radius);
  const line = new Float32Array(Math.max(width, height) + 2 * radius);
  const blurLine = (start: number, step: number, length: number) => {
    for (let index = -radius; index < length + radius; index++) {
      line[index + radius] = light[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0;
    }
    for (let index = 0; index < length; index++) {
      let sum = 0;
      for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] ?? 0) * (line[index + tap] ?? 0);
      light[start + index * step] = sum;
    }
  };
  for (let y = top; y < bottom; y++) blurLine(y * width + left, 1, right - left);
  for (let x = left; x < right; x++) blurLine(top * width + x, width, bottom - top);
}

/** What the sensor makes of the picture: uneven light from one side, noise, whole numbers. */
export function exposeCanvas(
  { width, height, light }: Canvas,
  { unevenLight, noise, random }: { unevenLight: number; noise: number; random: SeededRandom },
): Uint8Array {
  const grain = Float32Array.from({ length: 4096 }, () => random.normal() * noise);
  const out = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    let at = Math.floor(random.next() * grain.length);
    for (let x = 0; x < width; x++) {
      const gain = 1 - unevenLight * (0.7 * (x / width) + 0.3 * (y / height));
      at = (at + 1) & 4095;
      // Starting over at a random grain now and then keeps the rows from repeating.
      if ((x & 255) === 255) at = Math.floor(random.next() * grain.length);
      out[y * width + x] = (light[y * width + x] ?? 0) * gain + (grain[at] ?? 0);
    }
  }
  return new Uint8Array(out.buffer);
}
