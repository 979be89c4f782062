import { expect, test } from 'vitest';
import { createBarcodeReader } from './index.ts';

test('it knows its name', () => {
  expect(createBarcodeReader().name).toBe('barcode-reader');
});
