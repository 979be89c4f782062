/// <reference path="./gs1-barcode-parser-mod.d.ts" />
import type { BarcodeRead } from '../reads/barcode-read.ts';

/** One element of a GS1 code: an application identifier and its value. */
export interface Gs1Element {
  /** The application identifier: `01`, `17`, `3103`. */
  readonly ai: string;
  /** Its short English name in the General Specifications: `GTIN`, `USE BY OR EXPIRY`. */
  readonly title: string;
  /** The characters of the code, unchanged. */
  readonly value: string;
  /** The value as a date (`2026-12-31`); `null` for other values and for days that no calendar has. */
  readonly date: string | null;
  /** The value as a number, with its decimal point; `null` for other values. */
  readonly amount: number | null;
  /** The code of the amount's unit or currency (`KGM`, `EUR`); `null` where there is none. */
  readonly unit: string | null;
}

/** The symbology identifiers of symbols that contain a GS1 element string. */
const gs1Identifiers: readonly string[] = [']C1', ']e0', ']d2', ']Q3', ']J1'];

/**
 * Splits a GS1 code into its elements by the GS1 General Specifications, in the order of the code; `null` for another
 * code. Without a symbology identifier the text decides whether it is one. The table of identifiers is loaded at the
 * first call.
 *
 * @throws what the browser says where the file of that table cannot be fetched
 * @example
 * const elements = await parseGs1(read);
 * const batch = elements?.find(({ ai }) => ai === '10')?.value;
 */
export async function parseGs1(read: Pick<BarcodeRead, 'text' | 'identifier'>): Promise<Gs1Element[] | null> {
  const { identifier } = read;
  // The first FNC1 marks a GS1 code; some decoders report it as the separator.
  const text = read.text.startsWith('\u001d') ? read.text.slice(1) : read.text;
  if (text === '' || (identifier !== '' && !gs1Identifiers.includes(identifier))) return null;
  const { default: parser } = await import('gs1-barcode-parser-mod');
  try {
    return parser.parseBarcode(text).parsedCodeItems.map(({ ai, dataTitle, data, unit, isoDate, raw }) => ({
      ai,
      title: dataTitle,
      value: raw,
      date: dateOf(isoDate, raw),
      amount: typeof data === 'number' ? data : null,
      unit: unit || null,
    }));
  } catch {
    // The library throws at the first character that belongs to no identifier: the text is no GS1 element string.
    return null;
  }
}

/** The library turns the 99th of a 13th month into a day of a later month; day 00 is the last day of its month. */
function dateOf(isoDate: string, digits: string): string | null {
  if (digits.length !== 6) return isoDate || null;
  return isoDate.slice(2).startsWith(`${digits.slice(0, 2)}-${digits.slice(2, 4)}-`) ? isoDate : null;
}
