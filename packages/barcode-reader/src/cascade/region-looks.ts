import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { DecodePass, Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { moveCode } from '../reads/move-code.ts';
import { type CropPlace, createCropEnlarger } from './enlarge-crop.ts';
import { type BarsRegion, type BusyRegion, createRegionSearch } from './find-regions.ts';
import { createGradientCells } from './gradient-cells.ts';
import { joinRegions } from './join-regions.ts';
import { sortKinds } from './kinds.ts';
import { createBarsReader } from './read-bars.ts';
import { createStackedReader, mayBeStacked } from './read-stacked.ts';

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

/** Pixels that the looks at busy regions may come to in one frame. */
const pixelBudget = 260_000;
/** Crops with sides below this, in pixels, are looked at in twice their size. */
const doubledBelow = 420;
/** Passes that a crop is sharpened in, times its pixels. */
const passesTimesPixels = 150_000;
const mostBars = 6;
/** Bars that are read as linear codes, and those of them that are fitted as retail codes. */
const mostLinear = 3;
const mostFitted = 1;
/** Bars that are read as stacked codes in turn: one look is dear. */
const mostStacked = 2;
/** How far apart parts of one code may lie, in lengths of both: stacked codes have no direction between start and stop. */
const linearGap = 0.5;
const stackedGap = 5;
const mostBusy = 3;
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
  const readBars = createBarsReader(engine, symbologies);
  const enlarge = createCropEnlarger();
  const readRows = createStackedReader(engine, enlarge);

  function readLinear(picture: Luminance, region: BarsRegion, look: number, mayFit: boolean): Finding {
    return {
      codes: readBars(picture, region, { symbologies: linear, look, mayFit }),
      again: (next, code) => readBars(next, moved(region, code), { symbologies: [code.symbology], look, mayFit }),
    };
  }

  function readStacked(picture: Luminance, region: BarsRegion, look: number): Finding {
    return {
      codes: readRows(picture, region, stacked, look),
      again: (next, code) => readRows(next, moved(region, code), [code.symbology], look),
    };
  }

  function readCrop(picture: Luminance, place: CropPlace, sharpening: Sharpening, pass: DecodePass) {
    const [width, height] = [place.right - place.left, place.bottom - place.top];
    const { passes, gamma, largest } = sharpening;
    const scale = passes > 0 && Math.max(width, height) < doubledBelow && width * height * 4 <= largest ? 2 : 1;
    const cost = width * height * scale * scale;
    if (width < 1 || height < 1 || cost > largest) return { codes: [], cost: 0 };
    // Where squares are large there is little blur to take back, and many pixels to take it from.
    const affordable = Math.floor(passesTimesPixels / (width * height));
    const crop = enlarge(picture, place, {
      scale,
      gamma: affordable > 0 ? gamma : 1,
      passes: Math.min(passes, affordable),
    });
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
      // Bars of little contrast drown among strong ones: every other round they are sought on equal terms.
      const regions = linear.length + stacked.length > 0 ? search.findBars(cells, mostBars, look % 4 >= 2) : [];
      const lines = linear.length > 0 ? [...joinRegions(regions, linearGap), ...regions].slice(0, mostLinear) : [];
      for (const [at, region] of lines.entries()) yield readLinear(picture, region, look, at < mostFitted);
      const rows = stacked.length > 0 ? [...joinRegions(regions, stackedGap), ...regions].filter(mayBeStacked) : [];
      const row = rows[look % mostStacked] ?? rows[0];
      if (row) yield readStacked(picture, row, Math.floor(look / mostStacked));
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
