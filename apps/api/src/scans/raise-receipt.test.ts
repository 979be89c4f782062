import { expect, test } from 'vitest';
import { receiptOf } from './raise-receipt.ts';

test.each([
  ['7', { receipt: 7 }],
  [0, { receipt: 0 }],
  [null, {}],
  [undefined, {}],
])('the receipt number %s travels as %o', (stored, expected) => {
  expect(receiptOf(stored)).toStrictEqual(expected);
});
