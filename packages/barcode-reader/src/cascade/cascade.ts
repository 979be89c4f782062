import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { addNewCodes } from '../reads/add-new-codes.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';
import { groupKinds, sortKinds } from './kinds.ts';
import { createRegionLooks, type Finding } from './region-looks.ts';

/** Sides of a picture below which it is looked at as a whole only. */
const smallestSide = 160;

/** How the cascade looks. */
export interface CascadeOptions {
  /** How many codes of one frame are wanted. @default 1 */
  readonly maximumCodes?: number;
}

/** Reads moving pictures: cheap looks at every frame, one dear look a frame, in turn. */
export interface Cascade {
  /** The codes of the next frame, possibly none. */
  decode(picture: Luminance): DecodedCode[];
  /** Begins with another scene: the code that was followed is forgotten. */
  forget(): void;
}

/**
 * Looks at a frame in steps and stops as soon as it has what is wanted: where the code was in the frame before, the
 * half-size frame, what a search for regions finds in it (bars straightened and deblurred, crops sharpened and enlarged,
 * within a budget of pixels), then the whole frame for one group of kinds, another group each frame, every other
 * round for light codes on dark ground as well.
 */
export function createCascade(
  engine: Engine,
  symbologies: readonly Symbology[],
  { maximumCodes = 1 }: CascadeOptions = {},
): Cascade {
  const turns = groupKinds(symbologies);
  const { linear } = sortKinds(symbologies);
  // Bars are found by the search, whatever their turn, and read better than at half their size.
  const squares = symbologies.filter((kind) => !linear.includes(kind));
  const halve = createHalver();
  const { lookAtRegions, readAround } = createRegionLooks(engine, symbologies, maximumCodes);
  let frame = 0;
  let last: { code: DecodedCode; again: Finding['again'] } | null = null;

  function* steps(picture: Luminance, look: number): Generator<Finding> {
    if (Math.min(picture.width, picture.height) >= smallestSide) {
      const half = halve(picture);
      // The fallback misses squares that lie as they may; the others turn the frame for stacked bars only, found below.
      const pass = { symbologies: squares, rotate: engine.name === 'js', maximumCodes };
      const codes = squares.length > 0 ? engine.decode(half, pass) : [];
      yield { codes: codes.map((code) => scaleCode(code, 2, 2)), again: readAround };
      yield* lookAtRegions(picture, half, look);
    }
    const kinds = turns[look % turns.length] ?? [];
    const hasBars = kinds.some((kind) => linear.includes(kind));
    const invert = Math.floor(look / turns.length) % 2 === 1;
    const pass = {
      symbologies: kinds,
      harder: true,
      // Squares are found in every direction as it is, stacked bars that are turned and large bars by the search.
      rotate: hasBars,
      downscale: !hasBars,
      invert,
      maximumCodes,
    };
    yield {
      codes: engine.decode(picture, pass),
      again: (next, code) => readAround(next, code, undefined, { harder: true, invert }),
    };
  }

  return {
    decode(picture) {
      if (symbologies.length === 0) return [];
      if (last && maximumCodes === 1) {
        const [code] = last.again(picture, last.code);
        last = code ? { ...last, code } : null;
        if (code) return [code];
      }
      const codes: DecodedCode[] = [];
      for (const found of steps(picture, frame++)) {
        addNewCodes(codes, found.codes);
        if (codes[0] && codes.length >= maximumCodes) {
          last = { code: codes[0], again: found.again };
          break;
        }
      }
      return codes.slice(0, maximumCodes);
    },
    forget() {
      last = null;
      frame = 0;
    },
  };
}
