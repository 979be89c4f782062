import type { Luminance } from '../picture/luminance.ts';

/** Width and height of a cell in pixels of the half-size picture. */
export const cellSize = 8;

/** The edges in each square cell of a picture, row by row. */
export interface GradientCells {
  columns: number;
  rows: number;
  /** The mean square of the brightness steps. */
  energy: Float32Array;
  /** From 0 (edges of every direction) to 1 (one direction). */
  coherence: Float32Array;
  /** Twice the angle across the edges, as a unit vector: half a turn is the same direction. */
  cos2: Float32Array;
  sin2: Float32Array;
  /** Cells with less energy do not count. */
  threshold: number;
}

/** Noise has smaller steps: the root mean square of the brightness difference over two pixels. */
const quietLevels = 6;
/** Scharr's operator multiplies the difference over two pixels by this. */
const scharrWeight = 16;

/** Creates a function that measures the structure tensor of every cell, in buffers that the next call reuses. */
export function createGradientCells(): (half: Luminance) => GradientCells {
  const empty = new Float32Array(0);
  const cells = { columns: 0, rows: 0, energy: empty, coherence: empty, cos2: empty, sin2: empty, threshold: 0 };
  let sorted = empty;

  function reserve(columns: number, rows: number) {
    cells.columns = columns;
    cells.rows = rows;
    if (cells.energy.length === columns * rows) return;
    cells.energy = new Float32Array(columns * rows);
    cells.coherence = new Float32Array(columns * rows);
    cells.cos2 = new Float32Array(columns * rows);
    cells.sin2 = new Float32Array(columns * rows);
    sorted = new Float32Array(columns * rows);
  }

  return ({ data, width, height }) => {
    const columns = Math.max(0, Math.floor((width - 2) / cellSize));
    const rows = Math.max(0, Math.floor((height - 2) / cellSize));
    reserve(columns, rows);
    const { energy, coherence, cos2, sin2 } = cells;
    energy.fill(0);
    cos2.fill(0);
    sin2.fill(0);
    // Scharr's operator gives the true angle of fine bars; a plain difference turns it towards 45 degrees.
    // The sums down the columns slide along the row. Every other row is enough.
    for (let y = 1; y <= rows * cellSize; y += 2) {
      let cell = ((y - 1) >> 3) * columns;
      let at = y * width;
      let upper = data[at - width] as number;
      let lower = data[at + width] as number;
      let leftMean = 3 * (upper + lower) + 10 * (data[at] as number);
      let leftStep = lower - upper;
      at += 1;
      upper = data[at - width] as number;
      lower = data[at + width] as number;
      let mean = 3 * (upper + lower) + 10 * (data[at] as number);
      let step = lower - upper;
      for (let column = 0; column < columns; column++, cell++) {
        let xx = 0;
        let yy = 0;
        let xy = 0;
        for (let x = 0; x < cellSize; x++) {
          at += 1;
          upper = data[at - width] as number;
          lower = data[at + width] as number;
          const rightMean = 3 * (upper + lower) + 10 * (data[at] as number);
          const rightStep = lower - upper;
          const dx = rightMean - leftMean;
          const dy = 3 * (leftStep + rightStep) + 10 * step;
          xx += dx * dx;
          yy += dy * dy;
          xy += dx * dy;
          leftMean = mean;
          leftStep = step;
          mean = rightMean;
          step = rightStep;
        }
        energy[cell] = (energy[cell] as number) + xx + yy;
        cos2[cell] = (cos2[cell] as number) + xx - yy;
        sin2[cell] = (sin2[cell] as number) + 2 * xy;
      }
    }
    const perPixel = 1 / (scharrWeight * scharrWeight * (cellSize / 2) * cellSize);
    for (let cell = 0; cell < energy.length; cell++) {
      const sum = energy[cell] as number;
      const c = cos2[cell] as number;
      const s = sin2[cell] as number;
      const spread = Math.sqrt(c * c + s * s);
      energy[cell] = sum * perPixel;
      coherence[cell] = spread / (sum + 1);
      cos2[cell] = spread > 0 ? c / spread : 1;
      sin2[cell] = spread > 0 ? s / spread : 0;
    }
    sorted.set(energy);
    sorted.sort();
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    cells.threshold = Math.max(quietLevels ** 2, Math.min(4 * at(0.5), 0.6 * at(0.9)));
    return cells;
  };
}
