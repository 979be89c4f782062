import type { Symbology } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';

/** A small symbol that an engine has to read correctly before it is trusted with the symbology. */
export interface TestSymbol {
  readonly symbology: Symbology;
  readonly text: string;
  /** Squares in a row. */
  readonly width: number;
  /** Squares, row by row, four in a hexadecimal digit; bars have one row. */
  readonly dark: string;
}

/**
 * One symbol for each symbology that a browser's own detector may support. Where the symbology can hold them, the text
 * has a control character and a letter beyond ASCII, because a detector that drops or rewrites them must not read
 * tickets. The second separator in Code 128 and Data Matrix is an FNC1: without it the elements of a GS1 code cannot be
 * separated.
 */
export const testSymbols: readonly TestSymbol[] = [
  {
    symbology: 'qr_code',
    text: 'Tü\u001d1',
    width: 21,
    dark: 'fe63fc12506e8abb7475dba9aec13107faafe0170033c682e5d1248e0c82036b3bf500611ffbd4104136ba639dd5e7aeb35904b29fe5ce0',
  },
  {
    symbology: 'aztec',
    text: 'T\u001d1',
    width: 19,
    dark: '0d0c764dcec0037fffdf0012affa2d0150afafd5156aaaabd454bafaef405beffb44007afffec8a856d9201a3c0',
  },
  { symbology: 'data_matrix', text: 'T\u001d1\u001d2', width: 12, dark: 'aaa8abb02ec5a6af45f24f15848955ee2fff' },
  {
    symbology: 'pdf417',
    text: 'T\u001d1',
    width: 137,
    dark: 'ff547abc350c10422a36057bc3a9c1fd14ffaa3ea31d78ebf585fac2fd61fab8fe8a7fd51a9f0bf744e05afb111ae0d47c7f453fea8af3c643730b1d11b0c86e57df3fa29',
  },
  { symbology: 'code_128', text: 'T\u001d1\u001d2', width: 90, dark: 'd09b8a8f4e6f5d9ca4363ac' },
  { symbology: 'code_39', text: 'T-1', width: 80, dark: '8bbaaee28aeee8ae8bba' },
  { symbology: 'code_93', text: 'T1', width: 55, dark: 'af69a91a2a857a' },
  { symbology: 'codabar', text: 'A12B', width: 52, dark: 'b88ab8a8ba22e' },
  { symbology: 'itf', text: '0123', width: 37, dark: 'a96d2656d0' },
  { symbology: 'ean_13', text: '4012345678901', width: 95, dark: 'a359937a75caa84491d3966a' },
  { symbology: 'ean_8', text: '96385074', width: 67, dark: 'a2d7bd6ea9dca25ca' },
  { symbology: 'upc_a', text: '012345678905', width: 95, dark: 'a34c937a8d8aa84491d394ea' },
  { symbology: 'upc_e', text: '01234565', width: 51, dark: 'acc9bd3ae57aa' },
];

const pixelsPerSquare = 4;
const quietSquares = 12;

/** The symbol as a picture, dark on light. */
export function drawTestSymbol({ width, dark }: TestSymbol): Luminance {
  const squares = [...dark].flatMap((digit) => [8, 4, 2, 1].map((bit) => Number.parseInt(digit, 16) & bit));
  const rows = Math.floor(squares.length / width);
  // Bars are 40 squares high, the rows of a PDF417 three, squares one.
  const squaresPerRow = rows === 1 ? 40 : width > 4 * rows ? 3 : 1;
  const across = (width + 2 * quietSquares) * pixelsPerSquare;
  const down = (rows * squaresPerRow + 2 * quietSquares) * pixelsPerSquare;
  const data = new Uint8Array(across * down).fill(240);
  for (let y = 0; y < down; y++) {
    const row = Math.floor((Math.floor(y / pixelsPerSquare) - quietSquares) / squaresPerRow);
    if (row < 0 || row >= rows) continue;
    for (let x = 0; x < width * pixelsPerSquare; x++) {
      if (squares[row * width + Math.floor(x / pixelsPerSquare)]) {
        data[y * across + x + quietSquares * pixelsPerSquare] = 16;
      }
    }
  }
  return { data, width: across, height: down };
}
