import { expect, test } from 'vitest';
import { addNewCodes } from './add-new-codes.ts';
import type { DecodedCode } from './barcode-read.ts';

/** A code of 100 by 20 pixels with its top left corner at a point. */
function codeAt(x: number, y: number, more: Partial<DecodedCode> = {}): DecodedCode {
  const corner = (right: number, down: number) => ({ x: x + right, y: y + down });
  const corners: DecodedCode['corners'] = [corner(0, 0), corner(100, 0), corner(100, 20), corner(0, 20)];
  return { text: 'A', symbology: 'ean_13', raw: new Uint8Array(), identifier: '', corners, ...more };
}

/** Whether a code counts as new beside one at (500, 500). */
function isNew(code: DecodedCode): boolean {
  const codes = [codeAt(500, 500)];
  addNewCodes(codes, [code]);
  return codes.length === 2;
}

test.each([
  ['at the same place', codeAt(500, 500), false],
  ['less than half its size to the right', codeAt(549, 500), false],
  ['half its size to the right', codeAt(550, 500), true],
  ['half its size to the left', codeAt(450, 500), true],
  ['less than half its size below', codeAt(500, 549), false],
  ['half its size below', codeAt(500, 550), true],
  ['beside and below, by more than half its size together', codeAt(540, 540), true],
  ['with another text', codeAt(500, 500, { text: 'B' }), true],
  ['of another symbology', codeAt(500, 500, { symbology: 'ean_8' }), true],
])('a code %s: new %o', (_where, code, expected) => {
  expect(isNew(code)).toBe(expected);
});

test('a tall code is as large as it is high', () => {
  const tall = (y: number) => {
    const { corners, ...code } = codeAt(500, 500);
    return { ...code, corners: corners.map((corner) => ({ x: corner.y, y: y + corner.x })) as DecodedCode['corners'] };
  };
  const codes = [tall(0)];
  addNewCodes(codes, [tall(49), tall(50)]);
  expect(codes).toHaveLength(2);
});

test('a code is compared with all that are known', () => {
  const codes = [codeAt(0, 0), codeAt(500, 500)];
  addNewCodes(codes, [codeAt(501, 500), codeAt(900, 900), codeAt(901, 900)]);
  expect(codes).toHaveLength(3);
});
