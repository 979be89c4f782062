import type { Luminance } from '../picture/luminance.ts';
import type { FrameQuality } from './frame-quality.ts';

/** The middle of the picture, where codes are held, as a share of each side. */
const middleShare = 0.6;
/** A step of at least this many grey levels is an edge, not noise. */
const edgeStep = 28;
/** Only a code has this many edges along one line. */
const edgesOfCode = 18;
/** Modules between two edges of a code, on average: two neighbours differ about every second time. */
const modulesPerRun = 1.7;
/** The size of a thumbnail. */
const cells = { across: 32, down: 18 };

/**
 * Creates a meter that measures successive frames, each compared with the previous one.
 *
 * It samples lines, not every pixel: a frame of 1280 x 720 takes about a fifth of a millisecond.
 */
export function createQualityMeter() {
  let before: Uint8Array | null = null;

  return {
    measure(picture: Luminance): FrameQuality {
      const { left, top, width, height } = middleOf(picture);
      const light = measureLight(picture);
      const rows = sampleLines(picture, { first: top, count: height, start: left, length: width, across: true });
      const columns = sampleLines(picture, { first: left, count: width, start: top, length: height, across: false });
      const edges = rows.edges >= columns.edges ? rows : columns;
      const now = thumbnail(picture);
      const motion = before ? changed(before, now) : 0;
      before = now;
      return { ...light, motion, sharpness: edges.sharpness, pixelsPerModule: edges.pixelsPerModule };
    },
  };
}

function middleOf({ width, height }: Luminance) {
  const [w, h] = [Math.floor(width * middleShare), Math.floor(height * middleShare)];
  return { left: (width - w) >> 1, top: (height - h) >> 1, width: w, height: h };
}

function measureLight(picture: Luminance): Pick<FrameQuality, 'brightness' | 'glare'> {
  const { left, top, width, height } = middleOf(picture);
  let [sum, white, count] = [0, 0, 0];
  for (let y = top; y < top + height; y += 8) {
    for (let x = left; x < left + width; x += 4) {
      const value = picture.data[y * picture.width + x] ?? 0;
      sum += value;
      if (value >= 250) white++;
      count++;
    }
  }
  return count === 0 ? { brightness: 0, glare: 0 } : { brightness: sum / count, glare: white / count };
}

interface Lines {
  readonly first: number;
  readonly count: number;
  readonly start: number;
  readonly length: number;
  readonly across: boolean;
}

/**
 * Finds the edges along every eighth line. A sharp edge is as high over one pixel as over four; a blurred one spreads,
 * so the ratio of the two steps measures sharpness. A code that is far away has an edge at nearly every pixel, which only
 * the shorter step detects.
 */
function sampleLines({ data, width }: Luminance, { first, count, start, length, across }: Lines) {
  const [along, next] = across ? [1, width] : [width, 1];
  const turnsAt = new Int32Array(Math.max(0, length));
  let busiest = turnsAt.subarray(0, 0);
  let [fine, coarse, edges] = [0, 0, 0];
  for (let line = first; line < first + count; line += 8) {
    let [direction, turns] = [0, 0];
    for (let offset = start; offset < start + length - 4; offset++) {
      const at = line * next + offset * along;
      const value = data[at] ?? 0;
      const step = (data[at + 4 * along] ?? 0) - value;
      const small = (data[at + along] ?? 0) - value;
      const isFlat = step < edgeStep && step > -edgeStep;
      if (isFlat && small < edgeStep && small > -edgeStep) continue;
      if (!isFlat) {
        fine += small * small;
        coarse += step * step;
      }
      const sign = (small >= edgeStep || small <= -edgeStep ? small : step) > 0 ? 1 : -1;
      if (sign === direction) continue;
      direction = sign;
      turnsAt[turns++] = offset;
    }
    edges += turns;
    if (turns > busiest.length) busiest = turnsAt.slice(0, turns);
  }
  return {
    edges,
    sharpness: coarse === 0 ? 0 : Math.min(1, Math.max(0, ((4 * fine) / coarse - 0.25) / 0.75)),
    pixelsPerModule: busiest.length >= edgesOfCode ? usualGap(busiest) / modulesPerRun : null,
  };
}

/** The usual distance between two turns. Turns beside the code lie much further apart and are left out. */
function usualGap(turnsAt: Int32Array): number {
  const gaps = turnsAt
    .slice(1)
    .map((at, index) => at - (turnsAt[index] ?? 0))
    .sort();
  const longest = 4 * (gaps[gaps.length >> 1] ?? 0);
  const usual = gaps.filter((gap) => gap <= longest);
  return usual.reduce((sum, gap) => sum + gap, 0) / usual.length;
}

/** The mean of a few pixels for each cell of the picture. */
function thumbnail({ data, width, height }: Luminance): Uint8Array {
  const cell = { width: width / cells.across, height: height / cells.down };
  return Uint8Array.from({ length: cells.across * cells.down }, (_, index) => {
    const left = (index % cells.across) * cell.width;
    const top = Math.floor(index / cells.across) * cell.height;
    let sum = 0;
    for (let sample = 0; sample < 16; sample++) {
      const x = Math.floor(left + (((sample & 3) + 0.5) / 4) * cell.width);
      const y = Math.floor(top + (((sample >> 2) + 0.5) / 4) * cell.height);
      sum += data[y * width + x] ?? 0;
    }
    return sum / 16;
  });
}

/** Share of the cells that differ by more than noise. */
function changed(before: Uint8Array, now: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < now.length; index++) {
    if (Math.abs((now[index] ?? 0) - (before[index] ?? 0)) > 14) count++;
  }
  return count / now.length;
}
