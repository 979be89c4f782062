import { toSVG } from 'bwip-js/node';
import type { ShowcaseTicket } from './showcase-tickets.ts';

type ShownSymbology = ShowcaseTicket['symbology'];

/** The name of a symbology for people, and how it is drawn. */
const SYMBOLS: Readonly<Record<ShownSymbology, { name: string; bcid: string; options?: Record<string, unknown> }>> = {
  qr_code: { name: 'QR Code', bcid: 'qrcode', options: { eclevel: 'M' } },
  code_128: { name: 'Code 128', bcid: 'code128', options: { height: 16 } },
  pdf417: { name: 'PDF417', bcid: 'pdf417', options: { columns: 2, rowmult: 4 } },
  data_matrix: { name: 'Data Matrix', bcid: 'datamatrix' },
  aztec: { name: 'Aztec', bcid: 'azteccode' },
  ean_13: { name: 'EAN-13', bcid: 'ean13', options: { height: 18 } },
};

/** The symbology's name for people. */
export function symbologyName(symbology: ShownSymbology): string {
  return SYMBOLS[symbology].name;
}

/** The drawing library's options for a code, with its quiet zone. */
export function symbolOptions({ code, symbology }: Pick<ShowcaseTicket, 'code' | 'symbology'>) {
  const { bcid, options } = SYMBOLS[symbology];
  return { bcid, text: code, paddingwidth: 10, paddingheight: 6, backgroundcolor: 'FFFFFF', ...options };
}

/** The code as an SVG element. */
export function drawSymbol(ticket: Pick<ShowcaseTicket, 'code' | 'symbology'>): string {
  return toSVG(symbolOptions(ticket));
}
