import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader';
import type { Symbology } from '../model/symbologies.ts';

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
