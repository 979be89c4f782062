import { expandUpcE } from '../../src/cascade/retail-layouts.ts';
import type { Symbology } from '../../src/model/symbologies.ts';
import type { Luminance } from '../../src/picture/luminance.ts';

/** One thing to be read: some frames of it, and what a reader should say. */
export interface DecodeCase {
  /** What the figures are summed up by, beside the symbology: a level of difficulty, or the kind of picture. */
  readonly group: string;
  /** `null` where there is no code. */
  readonly symbology: Symbology | null;
  /** Texts any of which is right; none where there is no code. */
  readonly texts: readonly string[];
  readonly frames: readonly Luminance[];
}

/** The kinds that every reader is asked for: the product's own nine, and four that tickets and goods carry as well. */
export const asked: readonly Symbology[] = [
  'qr_code',
  'aztec',
  'data_matrix',
  'pdf417',
  'code_128',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'code_39',
  'code_93',
  'codabar',
  'itf',
];

/** Whether two texts are one: readers differ in how they write control characters and retail codes. */
export function sameText(expected: string, read: string): boolean {
  const [a, b] = [bare(expected), bare(read)];
  return a === b || spellings(a).some((spelling) => spellings(b).includes(spelling));
}

/** Without what is written in different ways: control characters, blanks and the brackets of element strings. */
function bare(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/<[A-Z0-9]{2,3}>|[\u0000-\u0020\u00a0()]|\u241d/g, '');
}

/** A retail code in 13 digits, and the 12 that a code of 8 may be short for. */
function spellings(text: string): string[] {
  if (!/^\d{8}$|^\d{12,13}$/.test(text)) return [text];
  const full = text.padStart(13, '0');
  return text.length === 8 ? [full, expandUpcE(text).padStart(13, '0')] : [full];
}
