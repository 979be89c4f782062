import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBarcodeWatch } from './watch-barcodes.ts';

/** Sees barcodes in this order, from line 2 on. */
function watched(...barcodes: string[]) {
  const watch = createBarcodeWatch();
  const seen = barcodes.map((barcode, index) => watch.see(index + 2, barcode));
  return { watch, seen, warnings: watch.warnings() };
}

test('the second row with a barcode is one too many, and only that', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `T-${index}`);
  const { seen, watch } = watched(...many, 'T-7');
  expect(seen.map(({ again }, index) => (again ? index : -1)).filter((index) => index >= 0)).toEqual([50_000]);
  expect(watch.has(createHash('sha256').update('T-7').digest())).toBe(true);
  expect(watch.has(createHash('sha256').update('T-50000').digest())).toBe(false);
});

test('a number that a spreadsheet has shortened is no barcode', () => {
  const { seen } = watched('1.71111E+22', '1,5E+15', '1E5', 'A-1E+10');
  expect(seen.map(({ damage }) => damage !== undefined)).toEqual([true, true, false, false]);
});

test('tells of spaces, of lost zeros at the beginning, and of rounded ends', () => {
  expect(watched('A 1', ' A-2', 'A-3\t').warnings.map(({ line }) => line)).toEqual([3, 4]);
  const ean = (count: number) => Array.from({ length: count }, (_, index) => String(4_000_000_000_000 + index));
  expect(watched(...ean(9), '12345678901').warnings).toEqual([
    { line: 0, message: expect.stringContaining('1 have fewer than 13 digits') },
  ]);
  expect(watched(...ean(9)).warnings).toEqual([]);
  expect(watched('171111111128110000000', '171111111128120000000').warnings).toEqual([
    { line: 0, message: expect.stringContaining('2 end in zeros after 15 digits') },
  ]);
});
