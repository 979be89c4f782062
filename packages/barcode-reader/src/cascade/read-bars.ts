import { asPrinted } from '../model/retail-text.ts';
import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { createRetailReader, type RetailRead } from './read-retail.ts';
import type { BarsRegion } from './regions.ts';
import { createRowRestorer, type Treatment } from './restore-rows.ts';
import { expandUpcE } from './retail-layouts.ts';
import { createStripSampler, positionInPicture, type StripPosition } from './strip-sampler.ts';

/** Mild and strong, in brightness and in light: the best one depends on lens and camera. */
const treatments: readonly Treatment[] = [
  { sigma: 1.2, amount: 1.5, gamma: 1 },
  { sigma: 1.2, amount: 1.5, gamma: 2 },
  { sigma: 1.8, amount: 3, gamma: 1.5 },
];
/** What every other attempt tries instead, with the engine's own threshold. */
const otherTreatments: readonly Treatment[] = [
  { sigma: 1, amount: 0, gamma: 1 },
  { sigma: 1.2, amount: 1.5, gamma: 1 },
  { sigma: 1.8, amount: 3, gamma: 1 },
];
/** With three treatments this gives the fifteen rows that an engine without `harder` reads. */
const bands = 5;
const linesPerBand = 5;
/** Added to the length for the quiet zones, which the search cannot detect, and for ends it misses; attempts alternate. */
const quietShares = [0.18, 0.5] as const;
/** The share of the width that is read; attempts alternate. The ends of bars are frayed, and wrinkles bend bars. */
const readShares = [0.85, 0.45] as const;

/** One attempt at reading bars. */
export interface BarsAttempt {
  readonly symbologies: readonly Symbology[];
  /** Numbers the attempts at one scene: successive attempts differ in what they try. */
  readonly attempt: number;
  /** Whether retail codes are fitted where the engine reads nothing. */
  readonly mayFit: boolean;
}

/** Creates a reader of linear codes in regions of bars: it straightens, averages along the bars, deblurs, and fits retail codes. */
export function createBarsReader(engine: Engine, wanted: readonly Symbology[]) {
  const sample = createStripSampler();
  const restore = createRowRestorer();
  const fitRetail = createRetailReader(wanted);

  return (picture: Luminance, region: BarsRegion, { symbologies, attempt, mayFit }: BarsAttempt): DecodedCode[] => {
    const variant = attempt % 4 < 2 ? 0 : 1;
    const strip = toStrip(region, 1 + quietShares[variant], readShares[variant]);
    const columnsPerPixel = strip.length < 500 ? 2 : strip.length < 1000 ? 1.5 : 1;
    const columns = Math.ceil(strip.length * columnsPerPixel);
    const rows = sample(picture, strip, { columns, rows: bands, lines: linesPerBand });
    const own = attempt % 2 === 0;
    const restored = restore(rows, own ? treatments : otherTreatments, columnsPerPixel);
    let codes = engine.decode(restored, { symbologies, invert: true, binarizer: own ? 'fixed' : 'local' });
    if (codes.length === 0 && mayFit) {
      const fitted = fitRetail(rows, columnsPerPixel);
      // EAN-13 and UPC-A share a layout: only the digits show which one it is, and whether it is wanted.
      if (fitted) codes = [toCode(fitted, wanted)].filter(({ symbology }) => wanted.includes(symbology));
    }
    return codes.map((code) => {
      const [left, right] = code.corners;
      const alongOf = (x: number) => (x - columns / 2) / columnsPerPixel;
      // A code that is read from right to left is upside down.
      const top = (left.x <= right.x ? -1 : 1) * region.width;
      const at = (x: number, across: number) => positionInPicture(strip, alongOf(x), across);
      return { ...code, corners: [at(left.x, top), at(right.x, top), at(right.x, -top), at(left.x, -top)] };
    });
  };
}

/** The region of the half-size picture as a strip of the full-size one. */
function toStrip(region: BarsRegion, lengthShare: number, widthShare: number): StripPosition {
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

/** The code as the engine would report it, with corners in the strip. */
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
