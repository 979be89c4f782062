/// <reference path="./gs1-barcode-parser-mod.d.ts" />
import type { BarcodeRead } from '../reads/barcode-read.ts';

/** One element of a GS1 code: an application identifier and what it says. */
export interface Gs1Element {
  /** The application identifier: `01`, `17`, `3103`. */
  readonly ai: string;
  /** Its short English name in the General Specifications: `GTIN`, `USE BY OR EXPIRY`. */
  readonly title: string;
  /** The characters of the code, as they are. */
  readonly value: string;
  /** The day that the value means, as `2026-12-31`; `null` for what is no date, or one that no calendar has. */
  readonly date: string | null;
  /** The number that the value means, its decimal point in place; `null` for what is no amount. */
  readonly amount: number | null;
  /** The unit or currency of the amount by its code (`KGM`, `EUR`); `null` where there is none. */
  readonly unit: string | null;
}

/** What a symbol says at its beginning when its content is a GS1 element string. */
const gs1Identifiers: readonly string[] = [']C1', ']e0', ']d2', ']Q3', ']J1'];

/**
 * The elements of a GS1 code by the GS1 General Specifications, in the order of the code; `null` for a code that is none. An engine that gives no symbology identifier leaves it to
 * the text to tell. The table of identifiers is loaded at the first call.
 *
 * @example
 * const elements = await parseGs1(read);
 * const batch = elements?.find(({ ai }) => ai === '10')?.value;
 */
export async function parseGs1(read: Pick<BarcodeRead, 'text' | 'identifier'>): Promise<Gs1Element[] | null> {
  const { identifier } = read;
  // The first FNC1 says what the code is; some decoders give it as the separator.
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
    // The library throws at the first character that belongs to no identifier: the text is something else.
    return null;
  }
}

/** The library makes a later day of the 99th of a 13th month: a date of six digits has to be the day that they say. */
function dateOf(isoDate: string, digits: string): string | null {
  if (digits.length !== 6) return isoDate || null;
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  // No day at all means the last one of the month.
  const right = isoDate.slice(2).startsWith(day === '00' ? `${year}-${month}-` : `${year}-${month}-${day}`);
  return right ? isoDate : null;
}
