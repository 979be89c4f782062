import type { DecodedCode, Point } from '../reads/barcode-read.ts';

/** The code with its corners where `move` puts them. */
export function moveCode(code: DecodedCode, move: (point: Point) => Point): DecodedCode {
  const [a, b, c, d] = code.corners;
  return { ...code, corners: [move(a), move(b), move(c), move(d)] };
}
