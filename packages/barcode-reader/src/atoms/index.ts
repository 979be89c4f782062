export { createBarcodeReaderAtoms } from './create-barcode-reader-atoms.ts';
export { createCameraAtoms } from './create-camera-atoms.ts';
