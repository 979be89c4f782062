import { createCascade } from '../cascade/cascade.ts';
import { decodeStill } from '../cascade/decode-still.ts';
import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import type { DecodedCode, EngineName } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';

/** A picture to decode: as grey pixels, or in the form in which it arrived. */
export interface Picture {
  /** The grey pixels; computed at the first call. @throws BarcodeReaderError `invalid-frame` */
  grey(): Promise<Luminance>;
  /** The source for the browser's own detector, and its size as the detector sees it. */
  image(): Promise<{ readonly source: ImageBitmapSource; readonly width: number; readonly height: number }>;
}

/** The codes of a picture, and the size of the picture that their corners refer to. */
export interface Found {
  readonly codes: readonly DecodedCode[];
  readonly width: number;
  readonly height: number;
}

/** Decodes whole pictures, for a fixed list of symbologies. */
export interface Decoder {
  readonly name: EngineName;
  /** Decodes one frame of a video: fast, and more thorough over several frames. */
  frame(picture: Picture): Promise<Found>;
  /** Decodes a still image as thoroughly as possible. */
  still(picture: Picture): Promise<Found>;
}

/** What to look for. */
export interface Wanted {
  readonly symbologies: readonly Symbology[];
  /** How many codes to read from one frame. */
  readonly maximumCodes: number;
}

/** Creates a decoder from an engine that decodes grey pixels. */
export function createGreyDecoder(engine: Engine, { symbologies, maximumCodes }: Wanted): Decoder {
  const cascade = createCascade(engine, symbologies, { maximumCodes });
  return {
    name: engine.name,
    async frame(picture) {
      const grey = await picture.grey();
      return { codes: cascade.decode(grey), width: grey.width, height: grey.height };
    },
    async still(picture) {
      const grey = await picture.grey();
      const decode = engine.name === 'js' ? decodeInOnePass : decodeStill;
      const codes = decode(engine, grey, symbologies, Math.max(CODES_IN_STILL, maximumCodes));
      return { codes, width: grey.width, height: grey.height };
    },
  };
}

/** The fewest codes that are looked for in a still image, whatever a frame may have. */
const CODES_IN_STILL = 8;

/** Above this number of pixels JavaScript takes longer than a person waits. */
const manyPixels = 2_000_000;

/** The JavaScript decoder has time for a single pass: it is 35 times slower than WebAssembly. */
function decodeInOnePass(
  engine: Engine,
  grey: Luminance,
  symbologies: readonly Symbology[],
  maximumCodes: number,
): DecodedCode[] {
  const halve = createHalver();
  let [picture, scale] = [grey, 1];
  while (picture.width * picture.height > manyPixels) [picture, scale] = [halve(picture), scale * 2];
  const pass = { symbologies, harder: true, rotate: true, invert: true, maximumCodes };
  return engine.decode(picture, pass).map((code) => scaleCode(code, scale, scale));
}
