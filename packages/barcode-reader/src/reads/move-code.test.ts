import { expect, test } from 'vitest';
import type { DecodedCode } from './barcode-read.ts';
import { scaleCode } from './move-code.ts';

test('a scaled code has its corners in the other picture, and is the same otherwise', () => {
  const at = (x: number, y: number) => ({ x, y });
  const corners: DecodedCode['corners'] = [at(1, 2), at(3, 4), at(5, 6), at(7, 8)];
  const code: DecodedCode = { text: 'A', symbology: 'qr_code', raw: new Uint8Array([1]), identifier: ']Q1', corners };
  expect(scaleCode(code, 10, 100)).toEqual({
    ...code,
    corners: [at(10, 200), at(30, 400), at(50, 600), at(70, 800)],
  });
});
