import type { CameraScreen } from './camera-ports.ts';
import type { CameraPermission, CameraState, Lens } from './camera-state.ts';

/** Owns the device's camera: opens it, keeps it working, shows it. Only {@link Camera.open} rejects. */
export interface Camera {
  /**
   * Opens the camera and keeps it open until {@link Camera.close}; the outcome is the state. Aborting closes it.
   * @throws BarcodeReaderError `aborted` when the signal is aborted already
   */
  open(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Closes the camera; a stream that arrives later is stopped. */
  close(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): CameraState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Shows the camera in a video element, now and after every restart. @returns a function that detaches it */
  attach(video: CameraScreen): () => void;
  /** Whether the camera may be used, without prompting: an app can explain itself before the browser asks. */
  queryPermission(): Promise<CameraPermission>;
  /** The cameras of the device; their names are empty until the camera was allowed once. */
  listLenses(): Promise<Lens[]>;
  /** Uses this lens (a `deviceId` of {@link Camera.listLenses}) from now on, in later visits too. */
  setLens(deviceId: string): Promise<void>;
  /** Switches to the next lens, from the last to the first; does nothing where there is only one. */
  switchLens(): Promise<void>;
  /** Switches the torch, if the lens has one; a restart switches it on again. @returns whether it is on now */
  setTorch(on: boolean): Promise<boolean>;
  /** Zooms to `zoom` (1 is none) within the lens's range; a restart applies it again. @returns the zoom now */
  setZoom(zoom: number): Promise<number>;
}
