import { expect, test } from 'vitest';
import { isSymbology, standardSymbologies, symbologies, symbologyOfZxingFormat, zxingFormats } from './symbologies.ts';

test.each(symbologies)('%s comes back from every format that is asked for it', (symbology) => {
  expect(zxingFormats[symbology].length).toBeGreaterThan(0);
  for (const format of zxingFormats[symbology]) expect(symbologyOfZxingFormat(format)).toBe(symbology);
});

test('a format that is never requested is no symbology', () => {
  expect(symbologyOfZxingFormat('DXFilmEdge')).toBeNull();
  expect(symbologyOfZxingFormat('None')).toBeNull();
});

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
