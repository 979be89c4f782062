export {
  type CameraFrame,
  type CameraFramesOptions,
  type CodeScene,
  cameraFrames,
  type EmptyScene,
  type Scene,
} from './camera-frames.ts';
export { type BarcodeGrid, type DrawableSymbology, drawBarcode } from './draw-barcode.ts';
export { type CameraClipOptions, writeCameraClip } from './write-camera-clip.ts';
