import { expect, test } from 'vitest';
import { asPrinted, upcEDigits } from './retail-text.ts';

test('a UPC-A has the 12 digits under its bars', () => {
  const printed = { symbology: 'upc_a', text: '012345678905' };
  expect(asPrinted({ symbology: 'upc_a', text: '0012345678905' }, ['upc_a'], undefined)).toEqual(printed);
  expect(asPrinted({ symbology: 'ean_13', text: '0012345678905' }, ['ean_13', 'upc_a'], undefined)).toEqual(printed);
});

test('where UPC-A is not wanted, its bars are an EAN-13', () => {
  const code = { symbology: 'ean_13', text: '0012345678905' } as const;
  expect(asPrinted(code, ['ean_13'], undefined)).toEqual(code);
});

test('an EAN-13 that does not begin with 0 stays one', () => {
  const code = { symbology: 'ean_13', text: '2112345678900' } as const;
  expect(asPrinted(code, ['ean_13', 'upc_a'], undefined)).toEqual(code);
});

test('a UPC-E has its own 8 digits', () => {
  expect(asPrinted({ symbology: 'upc_e', text: '0012345000065' }, ['upc_e'], '01234565').text).toBe('01234565');
  expect(upcEDigits('{"UPCE":"01234565"}')).toBe('01234565');
  expect(upcEDigits('')).toBeUndefined();
});
