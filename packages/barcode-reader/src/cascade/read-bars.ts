import { asPrinted } from '../model/retail-text.ts';
import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import type { BarsRegion } from './find-regions.ts';
import { createRetailReader, type RetailRead } from './read-retail.ts';
import { createRowRestorer, type Treatment } from './restore-rows.ts';
import { expandUpcE } from './retail-layouts.ts';
import { createStripSampler, placeInPicture, type StripPlace } from './strip-sampler.ts';

/** Mild and strong, in brightness and in light: which one is right depends on lens and camera. */
const treatments: readonly Treatment[] = [
  { sigma: 1.2, amount: 1.5, gamma: 1 },
  { sigma: 1.2, amount: 1.5, gamma: 2 },
  { sigma: 1.8, amount: 3, gamma: 1.5 },
];
/** What every other look tries instead, its threshold left to the engine. */
const otherTreatments: readonly Treatment[] = [
  { sigma: 1, amount: 0, gamma: 1 },
  { sigma: 1.2, amount: 1.5, gamma: 1 },
  { sigma: 1.8, amount: 3, gamma: 1 },
];
/** With three treatments these make the fifteen rows that an engine in a hurry looks at. */
const bands = 5;
const linesPerBand = 5;
/** Added to the length for the quiet zones, of which the search sees nothing, in turn: it may miss an end, too. */
const quietShares = [0.18, 0.5] as const;
/** The share of the width that is read, in turn: the ends of bars are frayed, and wrinkled bars are straight in parts. */
const readShares = [0.85, 0.45] as const;

/** One look at bars. */
export interface BarsLook {
  readonly symbologies: readonly Symbology[];
  /** Numbers the looks at one scene: neighbours differ in what they try. */
  readonly look: number;
  /** Whether retail codes are fitted where the engine reads nothing. */
  readonly mayFit: boolean;
}

/** Reads linear codes where bars were found: straightened, averaged along the bars, deblurred, retail codes fitted whole. */
export function createBarsReader(engine: Engine, wanted: readonly Symbology[]) {
  const sample = createStripSampler();
  const restore = createRowRestorer();
  const fitRetail = createRetailReader(wanted);

  return (picture: Luminance, region: BarsRegion, { symbologies, look, mayFit }: BarsLook): DecodedCode[] => {
    const turn = look % 4 < 2 ? 0 : 1;
    const strip = toStrip(region, 1 + quietShares[turn], readShares[turn]);
    const columnsPerPixel = strip.length < 500 ? 2 : strip.length < 1000 ? 1.5 : 1;
    const columns = Math.ceil(strip.length * columnsPerPixel);
    const rows = sample(picture, strip, { columns, rows: bands, lines: linesPerBand });
    const own = look % 2 === 0;
    const restored = restore(rows, own ? treatments : otherTreatments, columnsPerPixel);
    let codes = engine.decode(restored, { symbologies, invert: true, binarizer: own ? 'fixed' : 'local' });
    if (codes.length === 0 && mayFit) {
      const fitted = fitRetail(rows, columnsPerPixel);
      // An EAN-13 and a UPC-A are fitted alike: only its digits tell which one it is, and whether that was asked for.
      if (fitted) codes = [toCode(fitted, wanted)].filter(({ symbology }) => wanted.includes(symbology));
    }
    return codes.map((code) => {
      const [left, right] = code.corners;
      const alongOf = (x: number) => (x - columns / 2) / columnsPerPixel;
      // Read from right to left, the code stands on its head.
      const top = (left.x <= right.x ? -1 : 1) * region.width;
      const at = (x: number, across: number) => placeInPicture(strip, alongOf(x), across);
      return { ...code, corners: [at(left.x, top), at(right.x, top), at(right.x, -top), at(left.x, -top)] };
    });
  };
}

/** The region of a half-size picture as a strip of the whole one. */
function toStrip(region: BarsRegion, lengthShare: number, widthShare: number): StripPlace {
  return {
    x: region.x * 2,
    y: region.y * 2,
    angle: region.angle,
    lean: region.lean,
    fan: region.fan / 2,
    length: region.length * 2 * lengthShare + 8,
    width: region.width * 2 * widthShare,
  };
}

/** The code as the engine would tell it, its corners in the strip. */
function toCode({ symbology, text, start, end }: RetailRead, wanted: readonly Symbology[]): DecodedCode {
  const isShort = symbology === 'upc_e';
  const digits = isShort ? `0${expandUpcE(text)}` : text;
  const [from, to] = [
    { x: start, y: 0 },
    { x: end, y: 0 },
  ];
  return {
    ...asPrinted({ symbology, text: digits }, wanted, isShort ? text : undefined),
    raw: new TextEncoder().encode(digits),
    identifier: symbology === 'ean_8' ? ']E4' : ']E0',
    corners: [from, to, to, from],
  };
}
