import * as z from 'zod/mini';
import { barcodeBytes } from './barcode-bytes.ts';

/** The longest barcode in bytes of UTF-8. */
export const MAX_BARCODE_BYTES = 8192;

/** The decoded text of a symbol: any well-formed Unicode of 1 to 8,192 bytes of UTF-8. */
export const barcode = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_BARCODE_BYTES),
  z.refine((text) => text.isWellFormed(), 'not well-formed Unicode'),
  z.refine((text) => barcodeBytes(text).length <= MAX_BARCODE_BYTES, 'longer than 8,192 bytes'),
);

/** Every symbology by its name on the wire. `unknown`: typed codes and hardware scanners. */
export const SYMBOLOGIES = [
  'qr_code',
  'micro_qr_code',
  'rmqr_code',
  'aztec',
  'data_matrix',
  'pdf417',
  'micro_pdf417',
  'maxi_code',
  'code_128',
  'code_39',
  'code_93',
  'codabar',
  'itf',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'databar',
  'databar_limited',
  'databar_expanded',
  'unknown',
] as const;

/** The symbologies that are read while `ENABLE_ADVANCED_SCANNING` is off (decisions, Areas). */
export const STANDARD_SYMBOLOGIES = [
  'qr_code',
  'code_128',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'pdf417',
  'aztec',
  'data_matrix',
] as const satisfies readonly (typeof SYMBOLOGIES)[number][];

/** Schema of a symbology. */
export const symbology = z.enum(SYMBOLOGIES);
/** One of the symbologies. */
export type Symbology = z.infer<typeof symbology>;
