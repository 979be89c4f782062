import type { Symbology } from '../model/symbologies.ts';

/** What the symbols of a GS1 element string say they are. */
const gs1Identifiers: Partial<Record<Symbology, string>> = { code_128: ']C1', data_matrix: ']d2', qr_code: ']Q3' };

/**
 * A text without the FNC1 before it, which says that a code is a GS1 element string and is not part of it. Decoders that
 * give no symbology identifier of their own put it, or the separator that FNC1 is elsewhere, in front of the text.
 */
export function withoutFnc1(
  symbology: Symbology,
  text: string,
): { readonly text: string; readonly identifier: string } {
  const identifier = gs1Identifiers[symbology];
  if (identifier === undefined) return { text, identifier: '' };
  for (const sign of [identifier, '\u001d']) {
    if (text.startsWith(sign)) return { text: text.slice(sign.length), identifier };
  }
  return { text, identifier: '' };
}
