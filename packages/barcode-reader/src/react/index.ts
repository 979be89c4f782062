export { BarcodeViewfinder, type BarcodeViewfinderProps } from './barcode-viewfinder.tsx';
export { createBarcodeReaderAtoms } from './create-barcode-reader-atoms.ts';
export { createCameraAtoms } from './create-camera-atoms.ts';
export { useCameraState } from './use-snapshot.ts';
