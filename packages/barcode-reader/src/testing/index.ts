export { barcodeReaderContract } from './barcode-reader-contract.ts';
export {
  type CameraFrame,
  type CameraFramesOptions,
  type CodeScene,
  cameraFrames,
  type EmptyScene,
  type Scene,
} from './camera-frames.ts';
export type { ContractRunner, ReaderUnderTest } from './contract-harness.ts';
export { createShapeDetector, type ShapeDetectorOptions } from './create-shape-detector.ts';
export { type BarcodeGrid, type DrawableSymbology, drawBarcode } from './draw-barcode.ts';
export {
  createFakeCameraDevices,
  type FakeCameraDevices,
  type FakeLens,
  type FakeVideoTrack,
} from './fake-camera-devices.ts';
export { type PlayedFrames, playFrames } from './play-frames.ts';
export { type CameraClipOptions, writeCameraClip } from './write-camera-clip.ts';
