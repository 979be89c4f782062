import type { Symbology } from '../model/symbologies.ts';
import { appearances, roughAppearances } from './bar-appearances.ts';
import { type Ends, findEnds } from './find-ends.ts';
import { createRetailFitter, type RetailFit } from './fit-retail.ts';
import { layoutsOf } from './retail-layouts.ts';
import type { StripRows } from './strip-sampler.ts';

/** A retail code that explains a strip, and its ends in columns; upside down, the end comes first. */
export interface RetailRead extends Ends {
  readonly symbology: Symbology;
  readonly text: string;
}

/** Where a code may lie, and the profile in its reading direction. */
interface Candidate extends Ends {
  readonly fitter: ReturnType<typeof createRetailFitter>;
  readonly seen: Float32Array;
  readonly isReversed: boolean;
  /** The appearance that fits its guards best, later its digits. */
  readonly appearance: number;
}

type Attempt = Candidate & RetailFit;

/** The range of module widths that is tried, in pixels. */
const modulePixels = { least: 0.7, most: 12 };
/** How many candidates, those with the likeliest guards, get a whole code fitted. */
const mostCandidates = 6;
/** What guards, and codes in the first fit, may leave unexplained, as shares of the variation. */
const guardLimit = 0.12;
const roughLimit = 0.3;
/** The weight of the guards' rest against the score of the ends. */
const guardWeight = 4;
/** A code is believed if it leaves at most this unexplained, and the next likely code this many times as much. */
const restLimit = 0.13;
const leastMargin = 1.2;
/** UPC-E has the fewest bars and no guard in its middle. */
const leastMarginOfShort = 1.4;
/** The same for each half of the rows, whose means are noisier. */
const halfRestLimit = 0.3;
const leastHalfMargin = 1.05;

/**
 * Creates a reader of retail codes whose single bars blur has merged: it fits them as a whole. Both halves of the rows
 * must give the same code, and that code must be clearly likelier than every other.
 *
 * @param columnsPerPixel how many columns of the strip represent a pixel of the picture
 */
export function createRetailReader(symbologies: readonly Symbology[]) {
  const fitters = layoutsOf(symbologies).map(createRetailFitter);

  /** The candidates with plausible guards, the likeliest first. */
  function findCandidates(profile: Float32Array, columnsPerPixel: number): Candidate[] {
    const candidates: (Candidate & { likelihood: number })[] = [];
    for (const isReversed of [false, true]) {
      const seen = isReversed ? profile.slice().reverse() : profile;
      const ends = findEnds(seen, columnsPerPixel);
      for (const fitter of fitters) {
        for (const { start, end, score } of ends) {
          const pixels = (end - start) / fitter.layout.modules / columnsPerPixel;
          if (pixels < modulePixels.least || pixels > modulePixels.most) continue;
          fitter.load(seen, start, end);
          let [appearance, rest] = [0, guardLimit];
          for (const other of roughAppearances) {
            const own = fitter.guardRest(other);
            if (own < rest) [appearance, rest] = [other, own];
          }
          if (rest === guardLimit) continue;
          candidates.push({ fitter, seen, isReversed, start, end, appearance, likelihood: score - guardWeight * rest });
        }
      }
    }
    return candidates.sort((a, b) => b.likelihood - a.likelihood).slice(0, mostCandidates);
  }

  /** The code that leaves least unexplained: a rough fit of all candidates, then every appearance of the best. */
  function fitBest(candidates: readonly Candidate[]): Attempt | null {
    let best = null as Attempt | null;
    const attempt = (candidate: Candidate, appearance: number, most: number): Attempt | null => {
      const fit = candidate.fitter.fit(appearance, most);
      return fit && fit.rest < most ? { ...candidate, ...fit, appearance } : null;
    };
    for (const candidate of candidates) {
      candidate.fitter.load(candidate.seen, candidate.start, candidate.end);
      best = attempt(candidate, candidate.appearance, best?.rest ?? roughLimit) ?? best;
    }
    if (!best) return null;
    best.fitter.load(best.seen, best.start, best.end);
    for (const appearance of appearances.keys()) best = attempt(best, appearance, best.rest) ?? best;
    return best;
  }

  return (strip: StripRows, columnsPerPixel: number): RetailRead | null => {
    if (fitters.length === 0) return null;
    const best = fitBest(findCandidates(meanOfRows(strip), columnsPerPixel));
    if (!best || best.rest > restLimit) return null;
    const { fitter, isReversed, start, end, text, appearance } = best;
    const margin = fitter.layout.symbology === 'upc_e' ? leastMarginOfShort : leastMargin;
    if (best.nextRest < margin * best.rest) return null;
    for (const half of [0, 1]) {
      const seen = meanOfRows(strip, half);
      fitter.load(isReversed ? seen.reverse() : seen, start, end);
      const fit = fitter.fit(appearance, halfRestLimit);
      if (fit?.text !== text || fit.rest > halfRestLimit || fit.nextRest < leastHalfMargin * fit.rest) return null;
    }
    const { symbology } = fitter.layout;
    const { columns } = strip;
    return isReversed
      ? { symbology, text, start: columns - start, end: columns - end }
      : { symbology, text, start, end };
  };
}

/** The mean of all rows, or of every other one. */
function meanOfRows({ columns, rows, light }: StripRows, half?: number): Float32Array {
  const mean = new Float32Array(columns);
  const step = half === undefined ? 1 : 2;
  const count = Math.ceil((rows - (half ?? 0)) / step);
  for (let row = half ?? 0; row < rows; row += step) {
    for (let x = 0; x < columns; x++) mean[x] = (mean[x] as number) + (light[row * columns + x] as number) / count;
  }
  return mean;
}
