import type { Symbology } from '../model/symbologies.ts';

/** A barcode as its smallest squares, without the quiet zone. */
export interface BarcodeGrid {
  /** Squares in a row. */
  readonly width: number;
  /** Rows of squares. */
  readonly height: number;
  /** 1 for dark, row by row. */
  readonly dark: Uint8Array;
  /** The width of the required quiet zone, in squares. */
  readonly quietZone: number;
}

/** The drawing library's name and options for each symbology. */
const encoders: Readonly<Record<Exclude<Symbology, 'maxi_code'>, readonly [string, Record<string, unknown>?]>> = {
  qr_code: ['qrcode'],
  micro_qr_code: ['microqrcode'],
  rmqr_code: ['rectangularmicroqrcode', { version: 'R11x43' }],
  aztec: ['azteccode'],
  data_matrix: ['datamatrix'],
  pdf417: ['pdf417', { columns: 4 }],
  micro_pdf417: ['micropdf417'],
  code_128: ['code128'],
  code_39: ['code39'],
  code_93: ['code93', { includecheck: true }],
  codabar: ['rationalizedCodabar'],
  itf: ['interleaved2of5'],
  ean_13: ['ean13'],
  ean_8: ['ean8'],
  upc_a: ['upca'],
  upc_e: ['upce'],
  databar: ['databaromni'],
  databar_limited: ['databarlimited'],
  databar_expanded: ['databarexpanded'],
};

/** The same for GS1 element strings, which begin with FNC1. */
const gs1Encoders: Partial<Record<DrawableSymbology, string>> = {
  code_128: 'gs1-128',
  data_matrix: 'gs1datamatrix',
  qr_code: 'gs1qrcode',
};

/** The symbologies that can be drawn. */
export type DrawableSymbology = keyof typeof encoders;

/** The drawing library's result: squares of a matrix code, or alternating widths of bars and spaces. */
type RawBarcode = { pixs: number[]; pixx: number; pixy: number } | { sbs: number[] };

/**
 * Draws a real barcode with `bwip-js`, an optional peer that the caller installs. With `gs1` the text is a GS1 element
 * string with its identifiers in parentheses, as `(01)09506000134352(10)AB12`.
 *
 * @throws the library's own error for a text that the symbology cannot hold
 */
export async function drawBarcode(
  symbology: DrawableSymbology,
  text: string,
  { gs1 = false } = {},
): Promise<BarcodeGrid> {
  const { default: bwip } = await import('bwip-js/generic');
  const [encoder, settings] = encoders[symbology];
  const options = { bcid: (gs1 && gs1Encoders[symbology]) || encoder, text, ...settings };
  const [raw] = (bwip as unknown as { raw(options: object): RawBarcode[] }).raw(options);
  if (!raw) throw new Error(`Nothing was drawn for ${symbology}.`);
  if ('pixs' in raw) {
    return { width: raw.pixx, height: raw.pixy, dark: tallRows(raw), quietZone: 4 };
  }
  return bars(raw.sbs);
}

/** The library gives each row of a stacked code (PDF417) once, whatever its height. */
function tallRows({ pixs, pixx, pixy }: { pixs: number[]; pixx: number; pixy: number }): Uint8Array {
  const rows = pixs.length / pixx;
  return Uint8Array.from({ length: pixx * pixy }, (_, at) => {
    const row = Math.floor((Math.floor(at / pixx) * rows) / pixy);
    return pixs[row * pixx + (at % pixx)] ?? 0;
  });
}

function bars(widths: readonly number[]): BarcodeGrid {
  const row = widths.flatMap((width, index) => Array<number>(width).fill(index % 2 === 0 ? 1 : 0));
  const height = Math.max(24, Math.round(row.length * 0.4));
  const dark = new Uint8Array(row.length * height);
  for (let y = 0; y < height; y++) dark.set(row, y * row.length);
  return { width: row.length, height, dark, quietZone: 10 };
}
