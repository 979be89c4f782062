import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader';

/** Every symbology that can be read, by its name on the wire. */
export const symbologies = [
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
] as const;

/** A symbology, by its name on the wire (`qr_code`, `code_128`, ...). */
export type Symbology = (typeof symbologies)[number];

/** The symbologies read by default: those of tickets and goods. */
export const standardSymbologies: readonly Symbology[] = [
  'qr_code',
  'code_128',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'pdf417',
  'aztec',
  'data_matrix',
];

const known: ReadonlySet<string> = new Set(symbologies);

/** Whether `name` is the name of a symbology. */
export function isSymbology(name: unknown): name is Symbology {
  return typeof name === 'string' && known.has(name);
}

/**
 * Symbologies whose check is too weak to believe a single frame. Stacked codes are among them: a damaged one may use up
 * all of its error correction, which leaves nothing to check the text with.
 */
const weak: ReadonlySet<Symbology> = new Set([
  ...(['itf', 'codabar', 'code_39', 'ean_13', 'ean_8', 'upc_a', 'upc_e'] as const),
  ...(['pdf417', 'micro_pdf417'] as const),
]);

/** Whether a code of this symbology is believed only when two frames agree. */
export function needsAgreement(symbology: Symbology): boolean {
  return weak.has(symbology);
}

/** The decoder's formats to request for each symbology. */
export const zxingFormats: Readonly<Record<Symbology, readonly ReadInputBarcodeFormat[]>> = {
  qr_code: ['QRCodeModel2'],
  micro_qr_code: ['MicroQRCode'],
  rmqr_code: ['RMQRCode'],
  aztec: ['Aztec'],
  data_matrix: ['DataMatrix'],
  pdf417: ['PDF417'],
  micro_pdf417: ['MicroPDF417'],
  maxi_code: ['MaxiCode'],
  code_128: ['Code128'],
  code_39: ['Code39'],
  code_93: ['Code93'],
  codabar: ['Codabar'],
  itf: ['ITF'],
  ean_13: ['EAN13'],
  ean_8: ['EAN8'],
  upc_a: ['UPCA'],
  upc_e: ['UPCE'],
  databar: ['DataBarOmni', 'DataBarStk', 'DataBarStkOmni'],
  databar_limited: ['DataBarLtd'],
  databar_expanded: ['DataBarExp', 'DataBarExpStk'],
};

const byFormat: Readonly<Record<string, Symbology>> = {
  QRCode: 'qr_code',
  QRCodeModel1: 'qr_code',
  QRCodeModel2: 'qr_code',
  MicroQRCode: 'micro_qr_code',
  RMQRCode: 'rmqr_code',
  Aztec: 'aztec',
  AztecCode: 'aztec',
  AztecRune: 'aztec',
  DataMatrix: 'data_matrix',
  PDF417: 'pdf417',
  CompactPDF417: 'pdf417',
  MicroPDF417: 'micro_pdf417',
  MaxiCode: 'maxi_code',
  Code128: 'code_128',
  Code39: 'code_39',
  Code39Std: 'code_39',
  Code39Ext: 'code_39',
  Code32: 'code_39',
  PZN: 'code_39',
  Code93: 'code_93',
  Codabar: 'codabar',
  ITF: 'itf',
  ITF14: 'itf',
  EAN13: 'ean_13',
  ISBN: 'ean_13',
  EAN8: 'ean_8',
  UPCA: 'upc_a',
  UPCE: 'upc_e',
  DataBar: 'databar',
  DataBarOmni: 'databar',
  DataBarStk: 'databar',
  DataBarStkOmni: 'databar',
  DataBarLtd: 'databar_limited',
  DataBarExp: 'databar_expanded',
  DataBarExpStk: 'databar_expanded',
};

/** The symbology of a decoder's format name; `null` for a format that is never requested. */
export function symbologyOfZxingFormat(format: string): Symbology | null {
  return byFormat[format] ?? null;
}
