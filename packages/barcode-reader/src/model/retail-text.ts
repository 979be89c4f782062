import type { Symbology } from './symbologies.ts';

/** A retail code as an engine reports it. */
interface RetailCode {
  readonly symbology: Symbology;
  readonly text: string;
}

/**
 * A retail code with the digits that are printed under its bars.
 *
 * The engine reports all of them with 13 digits. An EAN-13 that begins with 0 has the same bars as a UPC-A and is
 * reported as one where UPC-A is wanted (12 digits). A UPC-E has its own 8 digits, which the engine reports as `upcE`.
 */
export function asPrinted(code: RetailCode, wanted: readonly Symbology[], upcE: string | undefined): RetailCode {
  const { symbology, text } = code;
  const upcBars = text.length === 13 && text.startsWith('0');
  if (symbology === 'upc_a' && upcBars) return { symbology, text: text.slice(1) };
  if (symbology === 'ean_13' && upcBars && wanted.includes('upc_a')) return { symbology: 'upc_a', text: text.slice(1) };
  if (symbology === 'upc_e' && upcE !== undefined && /^\d{8}$/.test(upcE)) return { symbology, text: upcE };
  return code;
}

/** The 8 digits of a UPC-E in the engine's additional information, which is JSON or empty. */
export function upcEDigits(extra: string): string | undefined {
  return /"UPCE":"(\d{8})"/.exec(extra)?.[1];
}
