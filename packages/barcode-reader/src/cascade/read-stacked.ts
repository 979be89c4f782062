import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import { moveCode } from '../reads/move-code.ts';
import type { createCropEnlarger } from './enlarge-crop.ts';
import type { BarsRegion } from './regions.ts';
import { createStripSampler, positionInPicture, type StripPosition } from './strip-sampler.ts';

/** The pixels that one attempt may decode. */
const pixelBudget = 130_000;
/** Shorter codes, in pixels, are decoded at twice their size. */
const doubledBelow = 500;
/** The limit for sharpening passes times pixels. */
const passesTimesPixels = 150_000;
/** Successive attempts differ: interrupted bars give an unreliable lean, and ends are missed. */
const variants = [
  { lengthShare: 1.4, widthShare: 1.3, leans: true, passes: 4 },
  { lengthShare: 1.15, widthShare: 1.15, leans: false, passes: 6 },
] as const;
/** The least width of a stacked code, in pixels of the half-size picture. */
const leastWidth = 14;
/** The largest ratio of length to width. */
const mostElongated = 12;

/** Creates a reader of stacked codes: it straightens, sharpens and enlarges them. */
export function createStackedReader(engine: Engine, enlarge: ReturnType<typeof createCropEnlarger>) {
  const sample = createStripSampler();
  let grey = new Uint8Array(0);

  return (
    picture: Luminance,
    region: BarsRegion,
    symbologies: readonly Symbology[],
    attempt: number,
  ): DecodedCode[] => {
    const { lengthShare, widthShare, leans, passes } = variants[attempt % variants.length] as (typeof variants)[number];
    const strip: StripPosition = {
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
    const toPicture = (x: number, y: number) =>
      positionInPicture(strip, (x / scale - columns / 2) / shrink, (y / scale - rows / 2) / shrink);
    return engine.decode(straight, { symbologies }).map((code) => moveCode(code, ({ x, y }) => toPicture(x, y)));
  };
}

/** Whether a region may be a stacked code. */
export function mayBeStacked({ length, width }: BarsRegion): boolean {
  return width >= leastWidth && length < mostElongated * width;
}
