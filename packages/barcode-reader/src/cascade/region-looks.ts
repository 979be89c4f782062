import type { DecodePass, Engine, Luminance } from '../engine/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import type { Symbology } from '../symbologies.ts';
import { type CropPlace, createCropEnlarger } from './enlarge-crop.ts';
import { type BarsRegion, type BusyRegion, createRegionSearch } from './find-regions.ts';
import { createGradientCells } from './gradient-cells.ts';
import { sortKinds } from './kinds.ts';
import { moveCode } from './move-code.ts';
import { createBarsReader } from './read-bars.ts';

/** What one step found, and how to look for one of its codes in the next frame. */
export interface Finding {
  readonly codes: readonly DecodedCode[];
  readonly again: (next: Luminance, code: DecodedCode) => DecodedCode[];
}

/** How a crop is treated where it is small enough to be enlarged, and how many pixels it may have. */
interface Sharpening {
  readonly passes: number;
  readonly gamma: number;
  readonly largest: number;
}

/** Pixels that the looks at busy regions may come to in one frame, and those at one region of stacked bars. */
const pixelBudget = 260_000;
const stackedBudget = 130_000;
/** Crops with sides below this, in pixels, are looked at in twice their size. */
const doubledBelow = 420;
/** Passes that a crop is sharpened in, times its pixels. */
const passesTimesPixels = 150_000;
const mostBars = 3;
const mostBusy = 3;
const mostStacked = 2;
/** Stacked codes are at least so wide, in pixels of the half-size picture, and at most so many times as long. */
const stackedLeast = 14;
const stackedElongation = 8;
/** Neighbouring looks differ: which one is right depends on lens and camera. */
const cropTreatments = [
  { passes: 4, gamma: 1 },
  { passes: 5, gamma: 2 },
  { passes: 8, gamma: 1 },
] as const;
const plain: Sharpening = { passes: 0, gamma: 1, largest: Number.POSITIVE_INFINITY };

/** Looks at the parts of a picture in which there may be a code. */
export function createRegionLooks(engine: Engine, symbologies: readonly Symbology[], maximumCodes: number) {
  const { linear, stacked, matrix } = sortKinds(symbologies);
  const measure = createGradientCells();
  const search = createRegionSearch();
  const bars = createBarsReader(engine);
  const enlarge = createCropEnlarger();

  function readLinear(picture: Luminance, region: BarsRegion, look: number): Finding {
    return {
      codes: bars.readLinear(picture, region, linear, look),
      again: (next, code) => bars.readLinear(next, moved(region, code), [code.symbology], look),
    };
  }

  function readStacked(picture: Luminance, region: BarsRegion): Finding {
    return {
      codes: bars.readStacked(picture, region, stacked, stackedBudget),
      again: (next, code) => bars.readStacked(next, moved(region, code), [code.symbology], stackedBudget),
    };
  }

  function readCrop(picture: Luminance, place: CropPlace, sharpening: Sharpening, pass: DecodePass) {
    const [width, height] = [place.right - place.left, place.bottom - place.top];
    const { passes, gamma, largest } = sharpening;
    const scale = passes > 0 && Math.max(width, height) < doubledBelow && width * height * 4 <= largest ? 2 : 1;
    const cost = width * height * scale * scale;
    if (width < 1 || height < 1 || cost > largest) return { codes: [], cost: 0 };
    // Where squares are large there is little blur to take back, and many pixels to take it from.
    const affordable = Math.max(1, Math.round(passesTimesPixels / (width * height)));
    const crop = enlarge(picture, place, { scale, gamma, passes: Math.min(passes, affordable) });
    const codes = engine
      .decode(crop, pass)
      .map((code) => moveCode(code, ({ x, y }) => ({ x: place.left + x / scale, y: place.top + y / scale })));
    return { codes, cost };
  }

  /** Looks where a code was in the frame before, and for its kind only. */
  function readAround(picture: Luminance, code: DecodedCode, sharpening = plain, pass: Partial<DecodePass> = {}) {
    const wanted = { rotate: true, ...pass, symbologies: [code.symbology] };
    return readCrop(picture, around(code, picture), sharpening, wanted).codes;
  }

  return {
    readAround,

    /**
     * The findings of each region, the likeliest first.
     * @param half the picture at half its size
     * @param look numbers the looks at one scene: neighbours differ in what they try
     */
    *lookAtRegions(picture: Luminance, half: Luminance, look: number): Generator<Finding> {
      const cells = measure(half);
      const regions = linear.length + stacked.length > 0 ? search.findBars(cells, mostBars) : [];
      let stackedLooks = 0;
      for (const region of regions) {
        if (linear.length > 0) yield readLinear(picture, region, look);
        const isWide = region.width >= stackedLeast && region.length < stackedElongation * region.width;
        if (stacked.length > 0 && isWide && stackedLooks++ < mostStacked) yield readStacked(picture, region);
      }
      if (matrix.length === 0) return;
      let largest = pixelBudget;
      const treatment = cropTreatments[look % cropTreatments.length] as (typeof cropTreatments)[number];
      for (const region of search.findBusy(cells, mostBusy, look % 2 === 0 ? 0.5 : 0.25)) {
        const pass = { symbologies: matrix, rotate: true, invert: look % 2 === 1, maximumCodes };
        const { codes, cost } = readCrop(picture, cropOf(region, picture), { ...treatment, largest }, pass);
        largest -= cost;
        yield { codes, again: (next, code) => readAround(next, code, { ...treatment, largest: pixelBudget }, pass) };
      }
    },
  };
}

/** The region with its middle where the code is now. */
function moved(region: BarsRegion, { corners }: DecodedCode): BarsRegion {
  const middle = (axis: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  return { ...region, x: middle('x') / 2, y: middle('y') / 2 };
}

/** Where a code was, with room to move. */
function around({ corners }: DecodedCode, picture: Luminance): CropPlace {
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  const room = 32 + 0.2 * Math.max(right - left, bottom - top);
  return within(picture, { left: left - room, top: top - room, right: right + room, bottom: bottom + room });
}

/** The region with room around it, in pixels of the whole picture. */
function cropOf({ left, top, right, bottom }: BusyRegion, picture: Luminance): CropPlace {
  const [roomX, roomY] = [(right - left) * 0.24 + 8, (bottom - top) * 0.24 + 8];
  return within(picture, {
    left: left * 2 - roomX,
    top: top * 2 - roomY,
    right: right * 2 + roomX,
    bottom: bottom * 2 + roomY,
  });
}

function within({ width, height }: Luminance, { left, top, right, bottom }: CropPlace): CropPlace {
  return {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(width, Math.ceil(right)),
    bottom: Math.min(height, Math.ceil(bottom)),
  };
}
