import type { DecodedCode, Point } from './barcode-read.ts';

/** The code with `move` applied to its corners. */
export function moveCode(code: DecodedCode, move: (point: Point) => Point): DecodedCode {
  const [a, b, c, d] = code.corners;
  return { ...code, corners: [move(a), move(b), move(c), move(d)] };
}

/** The code with its corners scaled. */
export function scaleCode(code: DecodedCode, scaleX: number, scaleY: number): DecodedCode {
  return moveCode(code, ({ x, y }) => ({ x: x * scaleX, y: y * scaleY }));
}
