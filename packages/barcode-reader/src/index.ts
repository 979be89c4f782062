export type {
  BarcodeReader,
  BarcodeReaderOptions,
  BarcodeReaderState,
  FrameReport,
  WatchOptions,
} from './barcode-reader.ts';
export type { Camera } from './camera/camera.ts';
export type {
  CameraDevices,
  CameraOptions,
  CameraPermissions,
  CameraScreen,
  LensMemory,
  PageVisibility,
} from './camera/camera-ports.ts';
export type {
  CameraCapabilities,
  CameraPermission,
  CameraState,
  Lens,
  LiveCameraState,
} from './camera/camera-state.ts';
export { createCamera } from './camera/create-camera.ts';
export { createBarcodeReader } from './create-barcode-reader.ts';
export type { EngineChoice, EngineProbe } from './engine/load-engine.ts';
export type { FrameVideo, TakenFrame } from './frames/frame-loop.ts';
export type { StillImage } from './frames/image-source.ts';
export { createFrameTaker, type FrameTaker, type FrameWay } from './frames/take-frame.ts';
export { type Gs1Element, parseGs1 } from './gs1/parse-gs1.ts';
export { BarcodeReaderError, type BarcodeReaderErrorCode } from './model/errors.ts';
export { isSymbology, type Symbology, standardSymbologies, symbologies } from './model/symbologies.ts';
export type { Clock } from './ports/clock.ts';
export type { Timers } from './ports/timers.ts';
export type { WorkerLike } from './ports/worker-like.ts';
export { type FrameQuality, type Hint, hintOf } from './quality/frame-quality.ts';
export type { BarcodeRead, Corners, DecodedCode, EngineName, Point } from './reads/barcode-read.ts';
