export { createBarcodeReader as createFakeBarcodeReader } from '../index.ts';
