export { createBarcodeReaderAtoms } from './create-barcode-reader-atoms.ts';
