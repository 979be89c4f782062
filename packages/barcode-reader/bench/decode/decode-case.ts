import { expandUpcE } from '../../src/cascade/retail-layouts.ts';
import type { Symbology } from '../../src/model/symbologies.ts';
import type { Luminance } from '../../src/picture/luminance.ts';

/** One case: some frames, and the texts that a reader should find. */
export interface DecodeCase {
  /** The group of the totals, besides the symbology: a level of difficulty or a kind of picture. */
  readonly group: string;
  /** `null` where there is no code. */
  readonly symbology: Symbology | null;
  /** The texts that count as correct; none where there is no code. */
  readonly texts: readonly string[];
  readonly frames: readonly Luminance[];
}

/** The symbologies that every reader searches: the product's nine defaults, and four more of tickets and goods. */
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

/** Whether two texts are the same: readers write control characters and retail codes differently. */
export function sameText(expected: string, read: string): boolean {
  const [a, b] = [bare(expected), bare(read)];
  return a === b || spellings(a).some((spelling) => spellings(b).includes(spelling));
}

/** The text without what readers write differently: control characters, blanks and the brackets of element strings. */
function bare(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are removed
  return text.replace(/<[A-Z0-9]{2,3}>|[\u0000-\u0020\u00a0()]|\u241d/g, '');
}

/** A retail code in 13 digits, and the 12 digits that a code of 8 may abbreviate. */
function spellings(text: string): string[] {
  if (!/^\d{8}$|^\d{12,13}$/.test(text)) return [text];
  const full = text.padStart(13, '0');
  return text.length === 8 ? [full, expandUpcE(text).padStart(13, '0')] : [full];
}
