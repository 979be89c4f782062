import type { Luminance } from '../picture/luminance.ts';
import type { StripRows } from './strip-sampler.ts';

/** One way to undo the effects of lens, hand and camera on a row of bars. */
export interface Treatment {
  /** The deviation of the blur that is removed, in pixels of the picture. */
  readonly sigma: number;
  /** How strongly the blur is removed. */
  readonly amount: number;
  /** The exponent from brightness to light: lenses blur light, which cameras encode as brightness. 1 changes nothing. */
  readonly gamma: number;
}

/** The number of windows of a strip in which the lightest and darkest values are found. */
const windows = 12;
/** The least difference of lightest and darkest value, in grey levels, that bars have. */
const leastContrast = 8;

/**
 * Creates a function that makes blurred, dim and unevenly lit rows readable: every treatment of every row, stretched so
 * that 127 lies between the local dark and light. Its buffers are reused by the next call.
 */
export function createRowRestorer() {
  let out = new Uint8Array(0);
  let row = new Float32Array(0);
  let soft = new Float32Array(0);
  let softer = new Float32Array(0);
  const lows = new Float32Array(windows + 1);
  const highs = new Float32Array(windows + 1);
  const curves = new Map<number, Float32Array>();

  function curveOf(gamma: number): Float32Array {
    const known = curves.get(gamma);
    if (known) return known;
    const curve = Float32Array.from({ length: 1021 }, (_, step) => 255 * (step / 1020) ** gamma);
    curves.set(gamma, curve);
    return curve;
  }

  function raiseEdges(columns: number, radius: number, amount: number) {
    boxBlur(row, soft, columns, radius);
    boxBlur(soft, softer, columns, radius);
    for (let x = 0; x < columns; x++) {
      const value = row[x] as number;
      row[x] = value + amount * (value - (softer[x] as number));
    }
  }

  /** Stretches the row between its local extremes, found window by window and interpolated linearly. */
  function stretch(columns: number, to: number) {
    const size = Math.max(8, Math.ceil(columns / windows));
    const count = Math.ceil(columns / size);
    lows.fill(Infinity);
    highs.fill(-Infinity);
    for (let x = 0; x < columns; x++) {
      const window = (x / size) | 0;
      const value = row[x] as number;
      if (value < (lows[window] as number)) lows[window] = value;
      if (value > (highs[window] as number)) highs[window] = value;
    }
    const lowAt = (window: number) =>
      Math.min(
        lows[Math.max(0, window - 1)] as number,
        lows[window] as number,
        lows[Math.min(count - 1, window + 1)] as number,
      );
    const highAt = (window: number) =>
      Math.max(
        highs[Math.max(0, window - 1)] as number,
        highs[window] as number,
        highs[Math.min(count - 1, window + 1)] as number,
      );
    let window = -1;
    let [lowLeft, lowRight, highLeft, highRight] = [0, 0, 0, 0];
    for (let x = 0; x < columns; x++) {
      const position = Math.max(0, Math.min(count - 1, (x + 0.5) / size - 0.5));
      if ((position | 0) !== window) {
        window = position | 0;
        const next = Math.min(count - 1, window + 1);
        [lowLeft, lowRight, highLeft, highRight] = [lowAt(window), lowAt(next), highAt(window), highAt(next)];
      }
      const share = position - window;
      const low = lowLeft + (lowRight - lowLeft) * share;
      const high = highLeft + (highRight - highLeft) * share;
      const value = high - low < leastContrast ? 255 : (255 * ((row[x] as number) - low)) / (high - low);
      out[to + x] = Math.max(0, Math.min(255, value));
    }
  }

  /** @param columnsPerPixel how many columns of the strip represent a pixel of the picture */
  return (
    { columns, rows, light }: StripRows,
    treatments: readonly Treatment[],
    columnsPerPixel: number,
  ): Luminance => {
    const height = rows * treatments.length;
    if (out.length < columns * height) out = new Uint8Array(columns * height);
    if (row.length < columns) {
      row = new Float32Array(columns);
      soft = new Float32Array(columns);
      softer = new Float32Array(columns);
    }
    for (const [number, { sigma, amount, gamma }] of treatments.entries()) {
      const curve = curveOf(gamma);
      // Two box filters of this radius have the deviation of the blur.
      const radius = Math.max(1, Math.round((Math.sqrt(6 * (sigma * columnsPerPixel) ** 2 + 1) - 1) / 2));
      for (let index = 0; index < rows; index++) {
        const from = index * columns;
        for (let x = 0; x < columns; x++) row[x] = curve[((light[from + x] as number) * 4) | 0] as number;
        if (amount > 0) raiseEdges(columns, radius, amount);
        stretch(columns, (index * treatments.length + number) * columns);
      }
    }
    return { data: out.subarray(0, columns * height), width: columns, height };
  };
}

/** The mean of each value and its `radius` neighbours on both sides. */
function boxBlur(from: Float32Array, to: Float32Array, length: number, radius: number): void {
  const first = from[0] as number;
  const last = from[length - 1] as number;
  let sum = first * (radius + 1);
  for (let x = 0; x < radius; x++) sum += from[Math.min(length - 1, x)] as number;
  for (let x = 0; x < length; x++) {
    sum += x + radius < length ? (from[x + radius] as number) : last;
    to[x] = sum / (2 * radius + 1);
    sum -= x - radius >= 0 ? (from[x - radius] as number) : first;
  }
}
