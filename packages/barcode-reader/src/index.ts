export type {
  BarcodeReader,
  BarcodeReaderOptions,
  BarcodeReaderState,
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
export { nextZoom, zoomSteps } from './camera/next-zoom.ts';
export { createBarcodeReader } from './create-barcode-reader.ts';
export type { EngineChoice, EngineProbe } from './engine/load-engine.ts';
export { createFrameFeed, type FrameFeed } from './frames/frame-feed.ts';
export type { FrameVideo, TakenFrame } from './frames/frame-loop.ts';
export type { FrameReport } from './frames/frame-report.ts';
export type { StillImage } from './frames/image-source.ts';
export { createLastSeen, type LastSeen } from './frames/last-seen.ts';
export { createFrameTaker, type FrameTaker, type FrameWay } from './frames/take-frame.ts';
export { type Gs1Element, parseGs1 } from './gs1/parse-gs1.ts';
export type { ScannerHint } from './hints/choose-hint.ts';
export { createHintWatch, type HintLens, type HintWatch } from './hints/create-hint-watch.ts';
export { BarcodeReaderError, type BarcodeReaderErrorCode } from './model/errors.ts';
export { isSymbology, type Symbology, standardSymbologies, symbologies } from './model/symbologies.ts';
export { offeredSymbologies, type SymbologyChoice, wantedSymbologies } from './model/wanted-symbologies.ts';
export type { Clock } from './ports/clock.ts';
export type { Timers } from './ports/timers.ts';
export type { WorkerLike } from './ports/worker-like.ts';
export { type FrameQuality, type Hint, hintOf } from './quality/frame-quality.ts';
export type { BarcodeRead, Corners, DecodedCode, EngineName, Point } from './reads/barcode-read.ts';
export { centreOf, pointOnScreen, type Size } from './reads/point-on-screen.ts';
export {
  type CameraPhase,
  type CameraVisit,
  type CameraVisitOptions,
  createCameraVisit,
} from './visit/create-camera-visit.ts';
export {
  type KeepScreenOnOptions,
  keepScreenOn,
  type ScreenWakeLock,
  type VisibilityDocument,
} from './visit/keep-screen-on.ts';
