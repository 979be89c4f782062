import type { Canvas } from './paint-frame.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/**
 * Paints a background: a soft ground with a few edges and lines that are no code and, by `clutter` (0 to 1), lines of
 * print, grilles and weave, which a search must not take for codes.
 */
export function paintBackground(width: number, height: number, seed: number, clutter = 0): Canvas {
  const random = createSeededRandom(seed);
  const light = new Float32Array(width * height);
  const [base, slopeX, slopeY] = [random.between(90, 140), random.between(-40, 40), random.between(-30, 30)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) light[y * width + x] = base + (slopeX * x) / width + (slopeY * y) / height;
  }
  const canvas = { width, height, light };
  for (let count = 0; count < 14; count++) {
    const [w, h] = [random.between(0.02, 0.3) * width, random.between(0.01, 0.2) * height];
    const [left, top] = [random.between(0, width - w), random.between(0, height - h)];
    shadeRectangle(canvas, { left, top, right: left + w, bottom: top + h }, random.between(-45, 45));
  }
  const painters = [paintPrint, paintGrille, paintWeave];
  for (let count = 0; count < Math.round(clutter * 9); count++) painters[count % painters.length]?.(canvas, random);
  return canvas;
}

function shadeRectangle(
  { width, height, light }: Canvas,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  shade: number,
): void {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      light[y * width + x] = (light[y * width + x] ?? 0) + shade;
    }
  }
}

/** Lines of words whose letters are a stroke or two each. */
function paintPrint(canvas: Canvas, random: SeededRandom): void {
  const letter = random.between(6, 18);
  const [left, top] = [random.next() * 0.7 * canvas.width, random.next() * 0.7 * canvas.height];
  const lines = 3 + Math.floor(random.next() * 6);
  for (let line = 0; line < lines; line++) {
    const y = top + line * letter * 1.8;
    let x = left;
    while (x < left + 0.28 * canvas.width) {
      const stroke = Math.max(1, letter * 0.16);
      if (random.next() < 0.8) shadeRectangle(canvas, { left: x, top: y, right: x + stroke, bottom: y + letter }, -70);
      if (random.next() < 0.6) {
        const at = y + random.next() * (letter - stroke);
        shadeRectangle(canvas, { left: x, top: at, right: x + letter * 0.5, bottom: at + stroke }, -70);
      }
      x += letter * (random.next() < 0.15 ? 1.4 : 0.75);
    }
  }
}

/** Bars of one width, as of a radiator, a blind or a fence: the most similar thing to a barcode. */
function paintGrille(canvas: Canvas, random: SeededRandom): void {
  const pitch = random.between(4, 16);
  const [wide, tall] = [random.between(0.1, 0.35) * canvas.width, random.between(0.1, 0.35) * canvas.height];
  const [left, top] = [random.next() * (canvas.width - wide), random.next() * (canvas.height - tall)];
  const upright = random.next() < 0.5;
  const shade = random.between(-60, 60);
  for (let at = 0; at < (upright ? wide : tall); at += pitch) {
    const bar = upright
      ? { left: left + at, top, right: left + at + pitch / 2, bottom: top + tall }
      : { left, top: top + at, right: left + wide, bottom: top + at + pitch / 2 };
    shadeRectangle(canvas, bar, shade);
  }
}

/** Small squares of every brightness, as of cloth or gravel. */
function paintWeave(canvas: Canvas, random: SeededRandom): void {
  const size = random.between(3, 9);
  const [wide, tall] = [random.between(0.1, 0.3) * canvas.width, random.between(0.1, 0.3) * canvas.height];
  const [left, top] = [random.next() * (canvas.width - wide), random.next() * (canvas.height - tall)];
  for (let y = top; y < top + tall; y += size) {
    for (let x = left; x < left + wide; x += size) {
      shadeRectangle(canvas, { left: x, top: y, right: x + size, bottom: y + size }, random.between(-50, 50));
    }
  }
}
