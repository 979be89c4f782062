import type { DecodedCode } from './barcode-read.ts';

/** Adds the codes that are not among `codes` yet. */
export function addNewCodes(codes: DecodedCode[], found: readonly DecodedCode[]): void {
  for (const code of found) {
    if (!codes.some((known) => isSameCode(known, code))) codes.push(code);
  }
}

/** Whether two passes found the same code. Two codes with the same text lie apart. */
function isSameCode(a: DecodedCode, b: DecodedCode): boolean {
  if (a.text !== b.text || a.symbology !== b.symbology) return false;
  const along = (axis: 'x' | 'y') => {
    const [own, other] = [a, b].map(({ corners }) => corners.map((corner) => corner[axis])) as [number[], number[]];
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { apart: mean(own) - mean(other), size: Math.max(...own) - Math.min(...own) };
  };
  const [x, y] = [along('x'), along('y')];
  return Math.hypot(x.apart, y.apart) < Math.max(x.size, y.size) / 2;
}
