export type {
  CameraDevices,
  CameraOptions,
  CameraPermissions,
  CameraScreen,
  PageVisibility,
} from './camera/camera-ports.ts';
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
export type { FrameVideo, TakenFrame } from './frames/frame-loop.ts';
export type { FrameTaker } from './frames/take-frame.ts';
export type { BarcodeRead, Corners, DecodedCode, EngineName, Point } from './reads/barcode-read.ts';
export { isSymbology, type Symbology, standardSymbologies, symbologies } from './symbologies.ts';
export type { Clock, WorkerLike } from './worker/worker-client.ts';
