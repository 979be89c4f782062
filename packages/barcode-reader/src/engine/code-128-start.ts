/** The part of the library's row that is used; one bit a pixel. */
interface Row {
  getSize(): number;
  get(at: number): boolean;
  getNextSet(from: number): number;
  isRange(start: number, end: number, value: boolean): boolean;
}

/** The parts of the library that the fix replaces and uses; its types have none of them. */
interface Code128Parts {
  readonly Code128Reader: { findStartPattern: (row: Row) => Int32Array; readonly CODE_PATTERNS: readonly Int32Array[] };
  readonly OneDReader: { patternMatchVariance(counts: Int32Array, pattern: Int32Array, most: number): number };
  readonly NotFoundException: new () => Error;
}

/** The indexes of the three start patterns: code sets A, B and C. */
const startCodes = [103, 104, 105];
const runsOfPattern = 6;
/** The library's own limits for the difference between bars and pattern, in modules. */
const mostVariance = { mean: 0.25, single: 0.7 };

/**
 * Fixes the search of @zxing/library 0.23 for the start of a Code 128. The library drops a run with every pair of bars
 * that it skips. With anything dark to the left of the code it compares only four of six runs, in which sets B and C are
 * alike, and chooses B: codes of digits are then never read.
 */
export function mendCode128Start(library: unknown): void {
  const { Code128Reader, OneDReader, NotFoundException } = library as Code128Parts;

  function bestStart(runs: readonly number[]): number | null {
    let best: number | null = null;
    let least = mostVariance.mean;
    for (const code of startCodes) {
      const pattern = Code128Reader.CODE_PATTERNS[code] as Int32Array;
      const variance = OneDReader.patternMatchVariance(Int32Array.from(runs), pattern, mostVariance.single);
      if (variance < least) [best, least] = [code, variance];
    }
    return best;
  }

  Code128Reader.findStartPattern = (row) => {
    const end = row.getSize();
    let begin = row.getNextSet(0);
    let dark = true;
    let runs = [0];
    for (let at = begin; at < end; at++) {
      if (row.get(at) === dark) {
        runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
        continue;
      }
      if (runs.length === runsOfPattern) {
        const start = bestStart(runs);
        const quiet = Math.max(0, Math.floor(begin - (at - begin) / 2));
        if (start !== null && row.isRange(quiet, begin, false)) return Int32Array.of(begin, at, start);
        begin += (runs[0] ?? 0) + (runs[1] ?? 0);
        runs = runs.slice(2);
      }
      runs.push(1);
      dark = !dark;
    }
    throw new NotFoundException();
  };
}
