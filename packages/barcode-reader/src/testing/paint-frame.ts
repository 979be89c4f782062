import type { BarcodeGrid } from './draw-barcode.ts';
import { type CardPose, invertProjection, type Projection, projectCard, projectPoint } from './place-card.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A grey picture that is painted on: 0 to 255, not yet rounded. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

/** A part of a picture; right and bottom are exclusive. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The appearance of a card. */
export interface CardAppearance {
  /** Brightness of the light and of the dark squares. */
  readonly paper: number;
  readonly ink: number;
  /** The bend of the card around an upright bottle, to each side. */
  readonly curveDegrees: number;
  /** The damage of the card, {@link scuffScale} cells a square: 1 for paper, 2 for ink, 0 for none. */
  readonly scuffs: Uint8Array | null;
}

/** Cells of the damage for each square of the code. */
export const scuffScale = 3;

const samples = 3;

/**
 * Paints a card with a code on it; `drift` is its motion in pixels while the shutter is open.
 *
 * @returns the part of the picture that was painted
 */
export function paintCard(
  canvas: Canvas,
  grid: BarcodeGrid,
  { pose, drift, appearance }: { pose: CardPose; drift: { x: number; y: number }; appearance: CardAppearance },
): Bounds {
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
  const shade = createShade(grid, appearance, halfWidth);
  const isPlain = appearance.curveDegrees === 0 && !appearance.scuffs;
  const footprint = { x: (1 + Math.abs(drift.x)) / 2, y: (1 + Math.abs(drift.y)) / 2 };

  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const behind = light[y * width + x] ?? 0;
      const even = isPlain ? evenShade(shade, back, { x: x + 0.5, y: y + 0.5 }, footprint) : null;
      if (even !== null) {
        if (even >= 0) light[y * width + x] = even;
        continue;
      }
      let sum = 0;
      for (let sample = 0; sample < samples * samples; sample++) {
        // Each sample of a pixel is taken at another moment of the exposure, which gives motion blur.
        const moment = (sample * 4) % (samples * samples);
        const when = (moment + 0.5) / (samples * samples) - 0.5;
        const sx = x + ((sample % samples) + 0.5) / samples - drift.x * when;
        const sy = y + (Math.floor(sample / samples) + 0.5) / samples - drift.y * when;
        const w = back[6] * sx + back[7] * sy + back[8];
        const u = (back[0] * sx + back[1] * sy + back[2]) / w;
        const v = (back[3] * sx + back[4] * sy + back[5]) / w;
        const seen = shade(u, v);
        sum += seen < 0 ? behind : seen;
      }
      light[y * width + x] = sum / (samples * samples);
    }
  }
  return { left, top, right, bottom };
}

/**
 * The shade that all samples of a pixel have in common, where the four squares around them agree. Most pixels lie within a
 * square. `null`: the samples may differ.
 */
function evenShade(
  shade: (u: number, v: number) => number,
  back: Projection,
  { x, y }: { x: number; y: number },
  footprint: { x: number; y: number },
): number | null {
  const w = back[6] * x + back[7] * y + back[8];
  const u = (back[0] * x + back[1] * y + back[2]) / w;
  const v = (back[3] * x + back[4] * y + back[5]) / w;
  // The projection is close to its tangent within a pixel: a tenth is more than the difference.
  const reachU =
    (1.1 * (Math.abs(back[0] - u * back[6]) * footprint.x + Math.abs(back[1] - u * back[7]) * footprint.y)) / w;
  const reachV =
    (1.1 * (Math.abs(back[3] - v * back[6]) * footprint.x + Math.abs(back[4] - v * back[7]) * footprint.y)) / w;
  if (!(Math.max(reachU, reachV) < 0.5)) return null;
  const first = shade(u - reachU, v - reachV);
  const isEven =
    shade(u + reachU, v - reachV) === first &&
    shade(u - reachU, v + reachV) === first &&
    shade(u + reachU, v + reachV) === first;
  return isEven ? first : null;
}

/** The brightness of the card at a position in squares from its middle; -1 beside the card. */
function createShade(
  grid: BarcodeGrid,
  appearance: CardAppearance,
  halfWidth: number,
): (u: number, v: number) => number {
  const { width, height, quietZone, dark } = grid;
  const { paper, ink, scuffs } = appearance;
  const bend = (appearance.curveDegrees * Math.PI) / 180;
  const radius = bend > 0 ? halfWidth / bend : 0;
  const scuffsWide = (width + 2 * quietZone) * scuffScale;
  return (u, v) => {
    if (radius > 0 && Math.abs(u) >= radius) return -1;
    const x = (radius > 0 ? radius * Math.asin(u / radius) : u) + width / 2;
    const y = v + height / 2;
    if (x < -quietZone || y < -quietZone || x >= width + quietZone || y >= height + quietZone) return -1;
    if (scuffs) {
      const row = Math.floor((y + quietZone) * scuffScale);
      const scuff = scuffs[row * scuffsWide + Math.floor((x + quietZone) * scuffScale)];
      if (scuff) return scuff === 1 ? paper : ink;
    }
    if (x < 0 || y < 0 || x >= width || y >= height) return paper;
    return dark[Math.floor(y) * width + Math.floor(x)] ? ink : paper;
  };
}

/** Blurs a part of the picture as an unfocused lens does; `sigma` in pixels. The background is soft already. */
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

const gamma = 2.2;

/** The linear light of a brightness value: lenses and hands blur light, before a camera encodes it. */
export function lightOf(brightness: number): number {
  return 255 * (Math.max(0, brightness) / 255) ** gamma;
}

/** Converts a canvas from brightness to linear light. */
export function toLight(canvas: Canvas): Canvas {
  return { ...canvas, light: canvas.light.map(lightOf) };
}

/** The brightness that a camera encodes for each light, in steps of 1/16. */
const encoded = Float32Array.from({ length: 255 * 16 + 1 }, (_, step) => 255 * (step / 16 / 255) ** (1 / gamma));

/** The reflection of a lamp on the card. */
export interface Glare {
  readonly x: number;
  readonly y: number;
  /** Its radius in pixels. */
  readonly radius: number;
  /** From 0 to 1: how much it brightens the ink. */
  readonly strength: number;
}

/** Exposes the picture as a sensor does: light, shadow, glare, noise, whole numbers. */
export function exposeCanvas(
  { width, height, light }: Canvas,
  exposure: { unevenLight: number; light: number; glare: Glare | null; noise: number; random: SeededRandom },
): Uint8Array {
  const { random, glare } = exposure;
  const grain = Float32Array.from({ length: 4096 }, () => random.normal() * exposure.noise);
  const out = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    let at = Math.floor(random.next() * grain.length);
    for (let x = 0; x < width; x++) {
      const gain = exposure.light * (1 - exposure.unevenLight * (0.7 * (x / width) + 0.3 * (y / height)));
      at = (at + 1) & 4095;
      // A restart at a random grain from time to time prevents that rows repeat.
      if ((x & 255) === 255) at = Math.floor(random.next() * grain.length);
      const shine = glare
        ? 300 * glare.strength * Math.exp((-3 * ((x - glare.x) ** 2 + (y - glare.y) ** 2)) / glare.radius ** 2)
        : 0;
      const seen = encoded[Math.min(encoded.length - 1, Math.round((light[y * width + x] ?? 0) * 16))] ?? 0;
      out[y * width + x] = seen * gain + shine + (grain[at] ?? 0);
    }
  }
  return new Uint8Array(out.buffer);
}
