import type { DecodedCode, Point } from './barcode-read.ts';

/** The code with its corners where `move` puts them. */
export function moveCode(code: DecodedCode, move: (point: Point) => Point): DecodedCode {
  const [a, b, c, d] = code.corners;
  return { ...code, corners: [move(a), move(b), move(c), move(d)] };
}

/** The code with its corners in a picture of another size. */
export function scaleCode(code: DecodedCode, scaleX: number, scaleY: number): DecodedCode {
  return moveCode(code, ({ x, y }) => ({ x: x * scaleX, y: y * scaleY }));
}
