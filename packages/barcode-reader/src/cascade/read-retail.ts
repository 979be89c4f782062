import type { Symbology } from '../model/symbologies.ts';
import { type Ends, findEnds } from './find-ends.ts';
import { createRetailFitter, looks, type RetailFit, roughLooks } from './fit-retail.ts';
import { layoutsOf } from './retail-layouts.ts';
import type { StripRows } from './strip-sampler.ts';

/** A retail code that explains a strip, and from where to where it reaches, in columns; upside down, the end comes first. */
export interface RetailRead extends Ends {
  readonly symbology: Symbology;
  readonly text: string;
}

/** Where a code may lie, and what is seen from its start on. */
interface Place extends Ends {
  readonly fitter: ReturnType<typeof createRetailFitter>;
  readonly seen: Float32Array;
  readonly isReversed: boolean;
  /** The look that suits its guards best, then its digits. */
  readonly look: number;
}

type Attempt = Place & RetailFit;

/** Module widths that are tried, in pixels. */
const modulePixels = { least: 0.7, most: 12 };
/** Places, those with the likeliest guards, at which a whole code is fitted. */
const mostPlaces = 6;
/** What guards, and codes at the first attempt, may leave unexplained: shares of the variation. */
const guardLimit = 0.12;
const roughLimit = 0.3;
/** What a rest of the guards weighs against the score of the ends. */
const guardWeight = 4;
/** A code is believed that leaves this little unexplained while the next likely one leaves so many times as much. */
const restLimit = 0.13;
const leastMargin = 1.2;
/** UPC-E has the fewest bars and no guard in its middle. */
const leastMarginOfShort = 1.4;
/** The same for each half of the rows, which are noisier. */
const halfRestLimit = 0.3;
const leastHalfMargin = 1.05;

/**
 * Reads retail codes by fitting them whole, where blur has swallowed their single bars: two halves of the rows must tell
 * the same code, and that be clearly likelier than every other.
 *
 * @param columnsPerPixel how many columns of the strip stand for a pixel of the picture
 */
export function createRetailReader(symbologies: readonly Symbology[]) {
  const fitters = layoutsOf(symbologies).map(createRetailFitter);

  /** The places whose guards look like some, the likeliest first. */
  function findPlaces(profile: Float32Array, columnsPerPixel: number): Place[] {
    const places: (Place & { likeness: number })[] = [];
    for (const isReversed of [false, true]) {
      const seen = isReversed ? profile.slice().reverse() : profile;
      const ends = findEnds(seen, columnsPerPixel);
      for (const fitter of fitters) {
        for (const { start, end, score } of ends) {
          const pixels = (end - start) / fitter.layout.modules / columnsPerPixel;
          if (pixels < modulePixels.least || pixels > modulePixels.most) continue;
          fitter.take(seen, start, end);
          let [look, rest] = [0, guardLimit];
          for (const other of roughLooks) {
            const own = fitter.guardRest(other);
            if (own < rest) [look, rest] = [other, own];
          }
          if (rest === guardLimit) continue;
          places.push({ fitter, seen, isReversed, start, end, look, likeness: score - guardWeight * rest });
        }
      }
    }
    return places.sort((a, b) => b.likeness - a.likeness).slice(0, mostPlaces);
  }

  /** The code that leaves least unexplained, roughly at all places and in every look at the best of them. */
  function fitBest(places: readonly Place[]): Attempt | null {
    let best = null as Attempt | null;
    const attempt = (place: Place, look: number, most: number): Attempt | null => {
      const fit = place.fitter.fit(look, most);
      return fit && fit.rest < most ? { ...place, ...fit, look } : null;
    };
    for (const place of places) {
      place.fitter.take(place.seen, place.start, place.end);
      best = attempt(place, place.look, best?.rest ?? roughLimit) ?? best;
    }
    if (!best) return null;
    best.fitter.take(best.seen, best.start, best.end);
    for (const look of looks.keys()) best = attempt(best, look, best.rest) ?? best;
    return best;
  }

  return (strip: StripRows, columnsPerPixel: number): RetailRead | null => {
    if (fitters.length === 0) return null;
    const best = fitBest(findPlaces(meanOfRows(strip), columnsPerPixel));
    if (!best || best.rest > restLimit) return null;
    const { fitter, isReversed, start, end, text, look } = best;
    const margin = fitter.layout.symbology === 'upc_e' ? leastMarginOfShort : leastMargin;
    if (best.nextRest < margin * best.rest) return null;
    for (const half of [0, 1]) {
      const seen = meanOfRows(strip, half);
      fitter.take(isReversed ? seen.reverse() : seen, start, end);
      const fit = fitter.fit(look, halfRestLimit);
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
