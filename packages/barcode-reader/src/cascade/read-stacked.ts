import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { moveCode } from '../reads/move-code.ts';
import type { createCropEnlarger } from './enlarge-crop.ts';
import type { BarsRegion } from './find-regions.ts';
import { createStripSampler, placeInPicture, type StripPlace } from './strip-sampler.ts';

/** Pixels that one look may come to. */
const pixelBudget = 130_000;
/** Codes shorter than this, in pixels, are looked at in twice their size. */
const doubledBelow = 500;
/** Passes that a code is sharpened in, times its pixels. */
const passesTimesPixels = 150_000;
/** Neighbouring looks differ: how far the lines lean is told badly by bars that are cut up, and ends are missed. */
const looks = [
  { lengthShare: 1.4, widthShare: 1.3, leans: true, passes: 4 },
  { lengthShare: 1.15, widthShare: 1.15, leans: false, passes: 6 },
] as const;
/** They are at least so wide, in pixels of the half-size picture. */
const leastWidth = 14;
/** At most so many times as long as wide. */
const mostElongated = 12;

/** Reads codes made of rows of bars: straightened, sharpened, enlarged. */
export function createStackedReader(engine: Engine, enlarge: ReturnType<typeof createCropEnlarger>) {
  const sample = createStripSampler();
  let grey = new Uint8Array(0);

  return (picture: Luminance, region: BarsRegion, symbologies: readonly Symbology[], look: number): DecodedCode[] => {
    const { lengthShare, widthShare, leans, passes } = looks[look % looks.length] as (typeof looks)[number];
    const strip: StripPlace = {
      x: region.x * 2,
      y: region.y * 2,
      angle: region.angle,
      lean: leans ? region.lean : 0,
      fan: leans ? region.fan / 2 : 0,
      length: region.length * 2 * lengthShare + 8,
      width: region.width * 2 * widthShare,
    };
    const shrink = Math.min(1, Math.sqrt(pixelBudget / (strip.length * strip.width)));
    const [columns, rows] = [Math.ceil(strip.length * shrink), Math.ceil(strip.width * shrink)];
    const { light } = sample(picture, strip, { columns, rows, lines: 1 });
    if (grey.length < columns * rows) grey = new Uint8Array(columns * rows);
    for (let at = 0; at < columns * rows; at++) grey[at] = light[at] as number;
    const scale = strip.length < doubledBelow && columns * rows * 4 <= pixelBudget ? 2 : 1;
    const straight = enlarge(
      { data: grey, width: columns, height: rows },
      { left: 0, top: 0, right: columns, bottom: rows },
      { scale, passes: Math.min(passes, Math.round(passesTimesPixels / (columns * rows))), gamma: 1 },
    );
    const place = (x: number, y: number) =>
      placeInPicture(strip, (x / scale - columns / 2) / shrink, (y / scale - rows / 2) / shrink);
    return engine.decode(straight, { symbologies }).map((code) => moveCode(code, ({ x, y }) => place(x, y)));
  };
}

/** The regions that may be stacked codes. */
export function mayBeStacked({ length, width }: BarsRegion): boolean {
  return width >= leastWidth && length < mostElongated * width;
}
