import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { addNewCodes } from '../reads/add-new-codes.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';
import { createRegionScan, type Finding } from './region-scan.ts';
import { groupSymbologies, sortSymbologies } from './symbology-groups.ts';

/** A picture with a shorter side is decoded as a whole only. */
const smallestSide = 160;

/** Options of a cascade. */
export interface CascadeOptions {
  /** How many codes to read from one frame. @default 1 */
  readonly maximumCodes?: number;
}

/** Decodes the frames of a video: cheap passes in every frame, and one expensive pass that differs from frame to frame. */
export interface Cascade {
  /** Decodes the next frame. @returns its codes, possibly none */
  decode(picture: Luminance): DecodedCode[];
}

/**
 * Creates a cascade. It decodes a frame in steps and stops as soon as it has enough codes: the position of the code in
 * the previous frame, the half-size frame, the regions found in it (bars straightened and deblurred, crops sharpened and
 * enlarged, within a budget of pixels), then the whole frame for one group of symbologies, another group each frame. In
 * every other round the whole frame is searched for light codes on a dark ground as well.
 */
export function createCascade(
  engine: Engine,
  symbologies: readonly Symbology[],
  { maximumCodes = 1 }: CascadeOptions = {},
): Cascade {
  const groups = groupSymbologies(symbologies);
  const { linear } = sortSymbologies(symbologies);
  // The region scan finds bars at any rotation and reads them better than at half size.
  const squares = symbologies.filter((kind) => !linear.includes(kind));
  const halve = createHalver();
  const { scanRegions, readAround } = createRegionScan(engine, symbologies, maximumCodes);
  let frame = 0;
  let last: { code: DecodedCode; reread: Finding['reread'] } | null = null;

  function* steps(picture: Luminance, attempt: number): Generator<Finding> {
    if (Math.min(picture.width, picture.height) >= smallestSide) {
      const half = halve(picture);
      // Only the fallback misses rotated squares; the others rotate for stacked codes, which the region scan reads.
      const pass = { symbologies: squares, rotate: engine.name === 'js', maximumCodes };
      const codes = squares.length > 0 ? engine.decode(half, pass) : [];
      yield { codes: codes.map((code) => scaleCode(code, 2, 2)), reread: readAround };
      yield* scanRegions(picture, half, attempt);
    }
    const kinds = groups[attempt % groups.length] ?? [];
    const hasBars = kinds.some((kind) => linear.includes(kind));
    const invert = Math.floor(attempt / groups.length) % 2 === 1;
    const pass = {
      symbologies: kinds,
      harder: true,
      // Squares are found at any rotation without it; rotated stacked codes and large bars by the region scan.
      rotate: hasBars,
      downscale: !hasBars,
      invert,
      maximumCodes,
    };
    yield {
      codes: engine.decode(picture, pass),
      reread: (next, code) => readAround(next, code, undefined, { harder: true, invert }),
    };
  }

  return {
    decode(picture) {
      if (symbologies.length === 0) return [];
      if (last && maximumCodes === 1) {
        const [code] = last.reread(picture, last.code);
        // Asked for one symbology, a decoder may name another code by it: UPC-A bars as EAN-13.
        last = code?.text === last.code.text ? { ...last, code } : null;
        if (last) return [last.code];
      }
      const codes: DecodedCode[] = [];
      for (const found of steps(picture, frame++)) {
        addNewCodes(codes, found.codes);
        if (codes[0] && codes.length >= maximumCodes) {
          last = { code: codes[0], reread: found.reread };
          break;
        }
      }
      return codes.slice(0, maximumCodes);
    },
  };
}
