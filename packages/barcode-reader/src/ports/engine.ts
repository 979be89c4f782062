import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { DecodedCode, EngineName } from '../reads/barcode-read.ts';

/** What one decoding pass over a picture tries. */
export interface DecodePass {
  readonly symbologies: readonly Symbology[];
  /** Check more lines and positions. */
  readonly harder?: boolean;
  /** Search for codes turned by 90 degrees. */
  readonly rotate?: boolean;
  /** Search for light codes on a dark ground. */
  readonly invert?: boolean;
  /** Search smaller copies of the picture as well. */
  readonly downscale?: boolean;
  /** Search again after closing small gaps (matrix codes only). */
  readonly denoise?: boolean;
  /** The threshold between dark and light: by the neighbourhood, by the whole picture, or 127. @default 'local' */
  readonly binarizer?: 'local' | 'global' | 'fixed';
  /** How many lines must agree on a linear code. @default 2 */
  readonly agreeingLines?: number;
  /** @default 1 */
  readonly maximumCodes?: number;
}

/** A decoder of grey pictures. */
export interface Engine {
  readonly name: EngineName;
  /** The codes of the picture, possibly none. @throws BarcodeReaderError `invalid-frame` for an empty picture */
  decode(picture: Luminance, pass: DecodePass): DecodedCode[];
}
