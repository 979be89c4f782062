import type { Engine, Luminance } from '../engine/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import type { Symbology } from '../symbologies.ts';
import type { BarsRegion } from './find-regions.ts';
import { moveCode } from './move-code.ts';
import { createRowRestorer, type Treatment } from './restore-rows.ts';
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

/** Reads linear codes, and stacked ones, where bars were found: straightened, averaged along the bars, deblurred. */
export function createBarsReader(engine: Engine) {
  const sample = createStripSampler();
  const restore = createRowRestorer();
  let grey = new Uint8Array(0);

  return {
    /** @param look numbers the looks at one scene: neighbours differ in what they try */
    readLinear(picture: Luminance, region: BarsRegion, symbologies: readonly Symbology[], look: number): DecodedCode[] {
      const turn = look % 4 < 2 ? 0 : 1;
      const strip = toStrip(region, 1 + quietShares[turn], readShares[turn]);
      const columnsPerPixel = strip.length < 500 ? 2 : strip.length < 1000 ? 1.5 : 1;
      const columns = Math.ceil(strip.length * columnsPerPixel);
      const rows = sample(picture, strip, { columns, rows: bands, lines: linesPerBand });
      const own = look % 2 === 0;
      const restored = restore(rows, own ? treatments : otherTreatments, columnsPerPixel);
      const codes = engine.decode(restored, { symbologies, invert: true, binarizer: own ? 'fixed' : 'local' });
      return codes.map((code) => {
        const [left, right] = code.corners;
        const alongOf = (x: number) => (x - columns / 2) / columnsPerPixel;
        // Read from right to left, the code stands on its head.
        const top = ((left.x <= right.x ? -1 : 1) * region.width * 2) / 2;
        const at = (x: number, across: number) => placeInPicture(strip, alongOf(x), across);
        return { ...code, corners: [at(left.x, top), at(right.x, top), at(right.x, -top), at(left.x, -top)] };
      });
    },

    /** @param pixels how many pixels may be looked at */
    readStacked(
      picture: Luminance,
      region: BarsRegion,
      symbologies: readonly Symbology[],
      pixels: number,
    ): DecodedCode[] {
      const strip = toStrip(region, 1.4, 1.3);
      const area = strip.length * strip.width;
      const scale = strip.length < 500 && area * 4 <= pixels ? 2 : 1;
      if (area * scale * scale > pixels) return [];
      const [columns, rows] = [Math.ceil(strip.length * scale), Math.ceil(strip.width * scale)];
      const { light } = sample(picture, strip, { columns, rows, lines: 1 });
      if (grey.length < columns * rows) grey = new Uint8Array(columns * rows);
      for (let at = 0; at < columns * rows; at++) grey[at] = light[at] as number;
      const straight = { data: grey.subarray(0, columns * rows), width: columns, height: rows };
      return engine
        .decode(straight, { symbologies })
        .map((code) =>
          moveCode(code, ({ x, y }) => placeInPicture(strip, (x - columns / 2) / scale, (y - rows / 2) / scale)),
        );
    },
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
