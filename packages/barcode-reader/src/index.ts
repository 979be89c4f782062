export { type BarcodeReader, createBarcodeReader } from './create-barcode-reader.ts';
