import { expect, test } from 'vitest';
import { isSymbology, standardSymbologies } from './symbologies.ts';

test('the standard symbologies are those of tickets and goods', () => {
  expect([...standardSymbologies].sort()).toEqual(
    ['aztec', 'code_128', 'data_matrix', 'ean_13', 'ean_8', 'pdf417', 'qr_code', 'upc_a', 'upc_e'].sort(),
  );
});

test('names are distinguished from other values', () => {
  expect(isSymbology('qr_code')).toBe(true);
  expect(isSymbology('QR_CODE')).toBe(false);
  expect(isSymbology(undefined)).toBe(false);
});
