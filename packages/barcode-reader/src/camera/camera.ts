import type { CameraScreen } from './camera-ports.ts';
import type { CameraPermission, CameraState, Lens } from './camera-state.ts';

/** The one owner of the device's camera. */
export interface Camera {
  /**
   * Asks for the camera and keeps it until {@link Camera.close}; the outcome is the state. Aborting is closing.
   * @throws BarcodeReaderError `aborted` when the signal is aborted already
   */
  open(options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Lets go of the camera; a stream that still arrives is stopped. */
  close(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): CameraState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Shows the camera in a video element, now and after every restart. @returns a function that takes it off */
  attach(video: CameraScreen): () => void;
  /** Whether the camera may be used, without asking the person: time to explain before the browser prompts. */
  queryPermission(): Promise<CameraPermission>;
  /** The cameras of the device; their names are empty until the camera was allowed once. */
  listLenses(): Promise<Lens[]>;
  /** Uses this lens (a `deviceId` of {@link Camera.listLenses}) from now on, in later visits too. */
  setLens(deviceId: string): Promise<void>;
  /** Goes on to the next lens, round and round; does nothing where there is one only. */
  switchLens(): Promise<void>;
  /** Switches the light, if the lens has one; it comes back after a restart. @returns whether it is on now */
  setTorch(on: boolean): Promise<boolean>;
  /** Zooms as near to `zoom` (1 is not at all) as the lens can, after a restart as well. @returns how far it is zoomed in now */
  setZoom(zoom: number): Promise<number>;
}
