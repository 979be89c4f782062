import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { DecodedCode, EngineName } from '../reads/barcode-read.ts';

/** How hard one look at a picture is. */
export interface DecodePass {
  readonly symbologies: readonly Symbology[];
  /** Look at more lines and more places. */
  readonly harder?: boolean;
  /** Look for sideways codes. */
  readonly rotate?: boolean;
  /** Look for light codes on dark ground. */
  readonly invert?: boolean;
  /** Look at smaller copies of the picture as well. */
  readonly downscale?: boolean;
  /** Look again after closing small gaps (matrix codes only). */
  readonly denoise?: boolean;
  /** How grey is told into dark and light: by what lies around, by the whole picture, or at 127. @default 'local' */
  readonly binarizer?: 'local' | 'global' | 'fixed';
  /** Lines that must agree about a linear code. @default 2 */
  readonly agreeingLines?: number;
  /** @default 1 */
  readonly maximumCodes?: number;
}

/** A decoder: a grey picture in, what it found out. */
export interface Engine {
  readonly name: EngineName;
  /** The codes of the picture, possibly none. @throws BarcodeReaderError `invalid-frame` for an empty picture */
  decode(picture: Luminance, pass: DecodePass): DecodedCode[];
}
