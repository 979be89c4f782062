import type { Symbology } from '../model/symbologies.ts';

/** The symbology identifiers of symbols that contain a GS1 element string. */
const gs1Identifiers: Partial<Record<Symbology, string>> = { code_128: ']C1', data_matrix: ']d2', qr_code: ']Q3' };

/**
 * Removes the leading FNC1, which marks a GS1 element string and is not part of it. Decoders without symbology
 * identifiers put it, or the separator that FNC1 is elsewhere, in front of the text.
 */
export function withoutFnc1(
  symbology: Symbology,
  text: string,
): { readonly text: string; readonly identifier: string } {
  const identifier = gs1Identifiers[symbology];
  if (identifier === undefined) return { text, identifier: '' };
  for (const prefix of [identifier, '\u001d']) {
    if (text.startsWith(prefix)) return { text: text.slice(prefix.length), identifier };
  }
  return { text, identifier: '' };
}
