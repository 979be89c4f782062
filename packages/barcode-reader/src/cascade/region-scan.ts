import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { DecodePass, Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { moveCode } from '../reads/move-code.ts';
import { type CropBox, createCropEnlarger } from './enlarge-crop.ts';
import { createRegionSearch } from './find-regions.ts';
import { createGradientCells } from './gradient-cells.ts';
import { joinRegions } from './join-regions.ts';
import { createBarsReader } from './read-bars.ts';
import { createStackedReader, mayBeStacked } from './read-stacked.ts';
import type { BarsRegion, BusyRegion } from './regions.ts';
import { sortSymbologies } from './symbology-groups.ts';

/** The codes that one step found, and how to read one of them in the next frame. */
export interface Finding {
  readonly codes: readonly DecodedCode[];
  readonly reread: (next: Luminance, code: DecodedCode) => DecodedCode[];
}

/** How a crop is sharpened, and how many pixels it may have. */
interface Sharpening {
  readonly passes: number;
  readonly gamma: number;
  readonly largest: number;
}

/** The pixels of busy regions that one frame may decode. */
const pixelBudget = 260_000;
/** Crops with shorter sides, in pixels, are decoded at twice their size. */
const doubledBelow = 420;
/** The limit for sharpening passes times pixels. */
const passesTimesPixels = 150_000;
const mostBars = 6;
/** How many regions of bars are read as linear codes, and how many of those are fitted as retail codes. */
const mostLinear = 3;
const mostFitted = 1;
/** How many regions are read as stacked codes, one in each frame because it is expensive. */
const mostStacked = 2;
/** The largest gap between parts of a code, in lengths of both: stacked codes have no direction in the middle. */
const linearGap = 0.5;
const stackedGap = 5;
const mostBusy = 3;
/** Successive attempts differ: the best treatment depends on lens and camera. */
const cropTreatments = [
  { passes: 4, gamma: 1 },
  { passes: 5, gamma: 2 },
  { passes: 8, gamma: 1 },
] as const;
const plain: Sharpening = { passes: 0, gamma: 1, largest: Number.POSITIVE_INFINITY };

/** Creates a scan of the regions of a picture that may hold a code. */
export function createRegionScan(engine: Engine, symbologies: readonly Symbology[], maximumCodes: number) {
  const { linear, stacked, matrix } = sortSymbologies(symbologies);
  const measure = createGradientCells();
  const search = createRegionSearch();
  const readBars = createBarsReader(engine, symbologies);
  const enlarge = createCropEnlarger();
  const readRows = createStackedReader(engine, enlarge);

  function readLinear(picture: Luminance, region: BarsRegion, attempt: number, mayFit: boolean): Finding {
    return {
      codes: readBars(picture, region, { symbologies: linear, attempt, mayFit }),
      reread: (next, code) => readBars(next, moved(region, code), { symbologies: [code.symbology], attempt, mayFit }),
    };
  }

  function readStacked(picture: Luminance, region: BarsRegion, attempt: number): Finding {
    return {
      codes: readRows(picture, region, stacked, attempt),
      reread: (next, code) => readRows(next, moved(region, code), [code.symbology], attempt),
    };
  }

  function readCrop(picture: Luminance, box: CropBox, sharpening: Sharpening, pass: DecodePass) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const { passes, gamma, largest } = sharpening;
    const scale = passes > 0 && Math.max(width, height) < doubledBelow && width * height * 4 <= largest ? 2 : 1;
    const cost = width * height * scale * scale;
    if (width < 1 || height < 1 || cost > largest) return { codes: [], cost: 0 };
    // Large squares have little blur relative to their size, and sharpening them is expensive.
    const affordable = Math.floor(passesTimesPixels / (width * height));
    const crop = enlarge(picture, box, {
      scale,
      gamma: affordable > 0 ? gamma : 1,
      passes: Math.min(passes, affordable),
    });
    const codes = engine
      .decode(crop, pass)
      .map((code) => moveCode(code, ({ x, y }) => ({ x: box.left + x / scale, y: box.top + y / scale })));
    return { codes, cost };
  }

  /** Decodes the area around a code of the previous frame, for its symbology only. */
  function readAround(picture: Luminance, code: DecodedCode, sharpening = plain, pass: Partial<DecodePass> = {}) {
    const wanted = { rotate: true, ...pass, symbologies: [code.symbology] };
    return readCrop(picture, around(code, picture), sharpening, wanted).codes;
  }

  return {
    readAround,

    /**
     * Yields the findings of each region, the likeliest first.
     * @param half the picture at half its size
     * @param attempt numbers the attempts at one scene: successive attempts differ in what they try
     */
    *scanRegions(picture: Luminance, half: Luminance, attempt: number): Generator<Finding> {
      const cells = measure(half);
      // Strong edges outrank bars of low contrast, so in every other round both count the same.
      const regions = linear.length + stacked.length > 0 ? search.findBars(cells, mostBars, attempt % 4 >= 2) : [];
      const lines = linear.length > 0 ? [...joinRegions(regions, linearGap), ...regions].slice(0, mostLinear) : [];
      for (const [at, region] of lines.entries()) yield readLinear(picture, region, attempt, at < mostFitted);
      const rows = stacked.length > 0 ? [...joinRegions(regions, stackedGap), ...regions].filter(mayBeStacked) : [];
      const row = rows[attempt % mostStacked] ?? rows[0];
      if (row) yield readStacked(picture, row, Math.floor(attempt / mostStacked));
      if (matrix.length === 0) return;
      let largest = pixelBudget;
      const treatment = cropTreatments[attempt % cropTreatments.length] as (typeof cropTreatments)[number];
      for (const region of search.findBusy(cells, mostBusy, attempt % 2 === 0 ? 0.5 : 0.25)) {
        const pass = { symbologies: matrix, rotate: true, invert: attempt % 2 === 1, maximumCodes };
        const { codes, cost } = readCrop(picture, cropOf(region, picture), { ...treatment, largest }, pass);
        largest -= cost;
        yield { codes, reread: (next, code) => readAround(next, code, { ...treatment, largest: pixelBudget }, pass) };
      }
    },
  };
}

/** The region moved to the position of the code. */
function moved(region: BarsRegion, { corners }: DecodedCode): BarsRegion {
  const middle = (axis: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  return { ...region, x: middle('x') / 2, y: middle('y') / 2 };
}

/** The box around a code, with room for its motion. */
function around({ corners }: DecodedCode, picture: Luminance): CropBox {
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  const margin = 32 + 0.2 * Math.max(right - left, bottom - top);
  return within(picture, { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin });
}

/** The region with a margin, in pixels of the full-size picture. */
function cropOf({ left, top, right, bottom }: BusyRegion, picture: Luminance): CropBox {
  const [marginX, marginY] = [(right - left) * 0.24 + 8, (bottom - top) * 0.24 + 8];
  return within(picture, {
    left: left * 2 - marginX,
    top: top * 2 - marginY,
    right: right * 2 + marginX,
    bottom: bottom * 2 + marginY,
  });
}

function within({ width, height }: Luminance, { left, top, right, bottom }: CropBox): CropBox {
  return {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(width, Math.ceil(right)),
    bottom: Math.min(height, Math.ceil(bottom)),
  };
}
