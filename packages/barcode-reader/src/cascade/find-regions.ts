import { cellSize, type GradientCells } from './gradient-cells.ts';
import type { BarsRegion, BusyRegion } from './regions.ts';

const seedCoherence = 0.55;
const growCoherence = 0.4;
const sameDirection = 0.85;
/** A cell belongs to a region from this share of the region's mean energy on. */
const barsShare = 0.12;
/** The share of a region's weight that lies beyond each of its ends. */
const outlyingShare = 0.01;

/** The cells of faint bars may be this many times weaker than others, down to an energy that noise does not reach. */
const faintness = 8;
const faintest = 36;

/** Creates a search for regions that may hold codes, in buffers that the next call reuses. */
export function createRegionSearch() {
  let seen = new Uint8Array(0);
  let queue = new Int32Array(0);
  let order = new Uint32Array(0);
  /** Bins of half a cell; the picture's corner is the middle one. */
  let spread = new Float32Array(0);
  let middle = 0;

  /** Prepares the buffers and sorts the cells that may begin a region, the strongest first. */
  function begin(cells: GradientCells, seeds: (cell: number) => boolean): Uint32Array {
    const { columns, rows, energy } = cells;
    // No direction, sheared by a lean of up to 1, moves a cell further than this.
    middle = 3 * (columns + rows);
    if (spread.length !== 2 * middle + 1) spread = new Float32Array(2 * middle + 1);
    if (seen.length !== energy.length) {
      seen = new Uint8Array(energy.length);
      queue = new Int32Array(energy.length);
      order = new Uint32Array(energy.length);
    }
    seen.fill(0);
    let count = 0;
    for (let cell = 0; cell < energy.length; cell++) {
      // Strength in the upper bits, cell in the lower: one number that sorts natively. The root fits in 10 bits.
      if (seeds(cell)) order[count++] = (Math.min(1023, Math.sqrt(energy[cell] as number) | 0) << 20) | cell;
    }
    return order.subarray(0, count).sort().reverse();
  }

  /** Collects the cells that belong to `seed` in the queue. @returns how many there are */
  function flood({ columns, rows }: GradientCells, seed: number, belongs: (cell: number) => boolean): number {
    let end = 0;
    queue[end++] = seed;
    seen[seed] = 1;
    for (let next = 0; next < end; next++) {
      const cell = queue[next] as number;
      const column = cell % columns;
      const row = (cell - column) / columns;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const near = y * columns + x;
          if (seen[near] || !belongs(near)) continue;
          seen[near] = 1;
          queue[end++] = near;
        }
      }
    }
    return end;
  }

  /** The extent of the cells in the queue along a direction, without outliers. */
  function reach(cells: GradientCells, count: number, ux: number, uy: number): readonly [number, number] {
    spread.fill(0);
    let total = 0;
    const { columns, energy, coherence } = cells;
    for (let at = 0; at < count; at++) {
      const cell = queue[at] as number;
      const position = (cell % columns) * ux + Math.floor(cell / columns) * uy;
      const weight = Math.sqrt((energy[cell] as number) * (coherence[cell] as number));
      const bin = Math.round(position * 2) + middle;
      spread[bin] = (spread[bin] as number) + weight;
      total += weight;
    }
    let low = 0;
    let high = 2 * middle;
    for (let sum = spread[low] as number; low < high && sum < outlyingShare * total; ) sum += spread[++low] as number;
    for (let sum = spread[high] as number; high > 0 && sum < outlyingShare * total; ) sum += spread[--high] as number;
    const pixels = (bin: number) => ((bin - middle) / 2) * cellSize + (cellSize / 2) * (ux + uy) + ux + uy;
    return [pixels(low) - cellSize / 2, pixels(high) + cellSize / 2];
  }

  /** The lean of the line through the cells in the queue, in coordinates across the bars, and their fan. */
  function shapeOf({ columns, energy, coherence, cos2, sin2 }: GradientCells, count: number, ux: number, uy: number) {
    const [c, s] = [ux * ux - uy * uy, 2 * ux * uy];
    let total = 0;
    let sum = 0;
    let sumAcross = 0;
    let sumTurn = 0;
    let square = 0;
    let product = 0;
    let turned = 0;
    for (let at = 0; at < count; at++) {
      const cell = queue[at] as number;
      const x = cell % columns;
      const y = Math.floor(cell / columns);
      const cellC = cos2[cell] as number;
      const cellS = sin2[cell] as number;
      const weight = Math.sqrt((energy[cell] as number) * (coherence[cell] as number));
      const along = x * ux + y * uy;
      const across = y * ux - x * uy;
      const turn = Math.atan2(cellS * c - cellC * s, cellC * c + cellS * s) / 2;
      total += weight;
      sum += weight * along;
      sumAcross += weight * across;
      sumTurn += weight * turn;
      square += weight * along * along;
      product += weight * along * across;
      turned += weight * along * turn;
    }
    const variance = square - (sum * sum) / total + 1e-6;
    const lean = (product - (sum * sumAcross) / total) / variance;
    const fan = (turned - (sum * sumTurn) / total) / variance / cellSize;
    return { lean: Math.max(-1, Math.min(1, lean)), fan };
  }

  return {
    /**
     * Finds the likeliest bars, best first.
     * @param faint whether bars of low contrast count as much as strong edges, which may be the scene's texture
     */
    findBars(cells: GradientCells, most: number, faint = false): BarsRegion[] {
      const { energy, coherence, cos2, sin2 } = cells;
      const threshold = faint ? Math.max(faintest, cells.threshold / faintness) : cells.threshold;
      const found: BarsRegion[] = [];
      const strong = (cell: number) => (energy[cell] as number) >= threshold;
      for (const key of begin(cells, (cell) => strong(cell) && (coherence[cell] as number) >= seedCoherence)) {
        const seed = key & 0xfffff;
        if (seen[seed]) continue;
        let [c, s, sum, cellsIn] = [0, 0, 0, 0];
        const join = (cell: number) => {
          const weight = (energy[cell] as number) * (coherence[cell] as number);
          c += weight * (cos2[cell] as number);
          s += weight * (sin2[cell] as number);
          sum += energy[cell] as number;
          cellsIn += 1;
        };
        join(seed);
        const count = flood(cells, seed, (cell) => {
          if (!strong(cell) || (coherence[cell] as number) < growCoherence) return false;
          if ((energy[cell] as number) * cellsIn < barsShare * sum) return false;
          if ((cos2[cell] as number) * c + (sin2[cell] as number) * s < sameDirection * Math.sqrt(c * c + s * s))
            return false;
          join(cell);
          return true;
        });
        if (count < 4) continue;
        const angle = Math.atan2(s, c) / 2;
        const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
        const { lean, fan } = shapeOf(cells, count, ux, uy);
        const [low, high] = reach(cells, count, ux, uy);
        const [lowAcross, highAcross] = reach(cells, count, -uy - lean * ux, ux - lean * uy);
        const length = high - low;
        const width = highAcross - lowAcross;
        const fill = Math.min(1, (count * cellSize * cellSize) / (length * width));
        if (length < 3 * cellSize || fill < 0.25) continue;
        const along = (low + high) / 2;
        const across = (lowAcross + highAcross) / 2 + lean * along;
        found.push({
          x: along * ux - across * uy,
          y: along * uy + across * ux,
          angle,
          lean,
          fan,
          length,
          width,
          score: (faint ? 1 : Math.sqrt(sum / count)) * fill * Math.min(4, length / cellSize / 4) * Math.sqrt(count),
        });
      }
      return found.sort((a, b) => b.score - a.score).slice(0, most);
    },

    /** Finds the busiest parts, best first. */
    findBusy(cells: GradientCells, most: number, busyShare = 0.15): BusyRegion[] {
      const { columns, energy, coherence, threshold } = cells;
      const found: BusyRegion[] = [];
      const strong = (cell: number) => (energy[cell] as number) >= threshold;
      for (const key of begin(cells, strong)) {
        const seed = key & 0xfffff;
        if (seen[seed]) continue;
        let sum = energy[seed] as number;
        let cellsIn = 1;
        const count = flood(cells, seed, (cell) => {
          if (!strong(cell) || (energy[cell] as number) * cellsIn < busyShare * sum) return false;
          sum += energy[cell] as number;
          cellsIn += 1;
          return true;
        });
        if (count < 4) continue;
        let [left, right, top, bottom, mixed] = [Infinity, 0, Infinity, 0, 0];
        for (let at = 0; at < count; at++) {
          const cell = queue[at] as number;
          const column = cell % columns;
          const row = Math.floor(cell / columns);
          left = Math.min(left, column);
          right = Math.max(right, column);
          top = Math.min(top, row);
          bottom = Math.max(bottom, row);
          mixed += 1 - (coherence[cell] as number);
        }
        const fill = count / ((right - left + 1) * (bottom - top + 1));
        found.push({
          left: left * cellSize,
          top: top * cellSize,
          right: (right + 1) * cellSize + 2,
          bottom: (bottom + 1) * cellSize + 2,
          score: Math.sqrt(sum / count) * fill * (mixed / count) * Math.sqrt(count),
        });
      }
      return found.sort((a, b) => b.score - a.score).slice(0, most);
    },
  };
}
