import { atom } from 'jotai';
import type { BarcodeReader } from '../index.ts';

export function createBarcodeReaderAtoms(barcodeReader: BarcodeReader) {
  return { nameAtom: atom(() => barcodeReader.name) };
}
