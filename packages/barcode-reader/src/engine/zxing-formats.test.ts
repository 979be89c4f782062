import { expect, test } from 'vitest';
import { symbologies } from '../model/symbologies.ts';
import { symbologyOfZxingFormat, zxingFormats } from './zxing-formats.ts';

test.each(symbologies)('%s comes back from every format that is asked for it', (symbology) => {
  expect(zxingFormats[symbology].length).toBeGreaterThan(0);
  for (const format of zxingFormats[symbology]) expect(symbologyOfZxingFormat(format)).toBe(symbology);
});

test('a format that is never requested is no symbology', () => {
  expect(symbologyOfZxingFormat('DXFilmEdge')).toBeNull();
  expect(symbologyOfZxingFormat('None')).toBeNull();
});
