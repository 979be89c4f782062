import type { DrawableSymbology } from '../../src/testing/draw-barcode.ts';

/** The nine symbologies that the reader searches by default. */
export const kinds = [
  'qr_code',
  'aztec',
  'data_matrix',
  'pdf417',
  'code_128',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
] as const;
/** A symbology of a session. */
export type Kind = (typeof kinds)[number] & DrawableSymbology;
