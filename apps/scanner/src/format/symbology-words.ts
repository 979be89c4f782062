import type { Symbology } from '@scantix/api-contract';

/** The common names of the symbologies; they need no translation. */
export const SYMBOLOGY_WORDS: Record<Exclude<Symbology, 'unknown'>, string> = {
  qr_code: 'QR Code',
  micro_qr_code: 'Micro QR Code',
  rmqr_code: 'rMQR Code',
  aztec: 'Aztec',
  data_matrix: 'Data Matrix',
  pdf417: 'PDF417',
  micro_pdf417: 'MicroPDF417',
  maxi_code: 'MaxiCode',
  code_128: 'Code 128',
  code_39: 'Code 39',
  code_93: 'Code 93',
  codabar: 'Codabar',
  itf: 'ITF',
  ean_13: 'EAN-13',
  ean_8: 'EAN-8',
  upc_a: 'UPC-A',
  upc_e: 'UPC-E',
  databar: 'GS1 DataBar',
  databar_limited: 'GS1 DataBar Limited',
  databar_expanded: 'GS1 DataBar Expanded',
};
