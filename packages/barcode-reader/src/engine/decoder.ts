import { createCascade } from '../cascade/cascade.ts';
import { decodeStill } from '../cascade/decode-still.ts';
import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import { createHalver } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import type { DecodedCode, EngineName } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';

/** A picture as it came: its grey for who wants that, and the thing itself for who takes pictures as they are. */
export interface Picture {
  /** The grey; taken once, however often it is asked for. @throws BarcodeReaderError `invalid-frame` */
  grey(): Promise<Luminance>;
  /** What the browser's own detector takes, and its size in the detector's eyes. */
  image(): Promise<{ readonly source: ImageBitmapSource; readonly width: number; readonly height: number }>;
}

/** What a picture shows, and in a picture of which size the corners are meant. */
export interface Found {
  readonly codes: readonly DecodedCode[];
  readonly width: number;
  readonly height: number;
}

/** An engine at work on whole pictures, for a fixed list of kinds. */
export interface Decoder {
  readonly name: EngineName;
  /** One frame of a moving picture: fast, and more thorough over several frames. */
  frame(picture: Picture): Promise<Found>;
  /** A still image: as thorough as it gets. */
  still(picture: Picture): Promise<Found>;
}

/** What to look for. */
export interface Wanted {
  readonly symbologies: readonly Symbology[];
  /** How many codes of one frame are wanted. */
  readonly maximumCodes: number;
}

/** A decoder made of an engine that takes grey pixels. */
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
      const codes =
        engine.name === 'js' ? decodeInOneLook(engine, grey, symbologies) : decodeStill(engine, grey, symbologies);
      return { codes, width: grey.width, height: grey.height };
    },
  };
}

/** Pixels beyond which JavaScript would take longer than a person waits. */
const manyPixels = 2_000_000;

/** All that the decoder in JavaScript has time for: it is 35 times slower than WebAssembly. */
function decodeInOneLook(engine: Engine, grey: Luminance, symbologies: readonly Symbology[]): DecodedCode[] {
  const halve = createHalver();
  let [picture, scale] = [grey, 1];
  while (picture.width * picture.height > manyPixels) [picture, scale] = [halve(picture), scale * 2];
  const pass = { symbologies, harder: true, rotate: true, invert: true, maximumCodes: 8 };
  return engine.decode(picture, pass).map((code) => scaleCode(code, scale, scale));
}
