export type { CameraDevices, CameraOptions, CameraScreen } from './camera/camera-ports.ts';
export type { CameraCapabilities, CameraState } from './camera/camera-state.ts';
export { type Camera, createCamera } from './camera/create-camera.ts';
export {
  type BarcodeReader,
  type BarcodeReaderOptions,
  type BarcodeReaderState,
  createBarcodeReader,
  type FrameReport,
  type WatchOptions,
} from './create-barcode-reader.ts';
export type { EngineChoice } from './engine/load-engine.ts';
export { BarcodeReaderError, type BarcodeReaderErrorCode } from './errors.ts';
export type { BarcodeRead, Corners, DecodedCode, EngineName, Point } from './reads/barcode-read.ts';
export { isSymbology, type Symbology, standardSymbologies, symbologies } from './symbologies.ts';
