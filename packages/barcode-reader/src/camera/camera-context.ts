import type { CameraDevices, CameraOptions, CameraPermissions } from './camera-ports.ts';
import type { Lens } from './camera-state.ts';
import { listLenses } from './lens.ts';

/** The browser as the options describe it, looked up at each use: nothing of it is touched at creation. */
export interface CameraContext {
  mediaDevices(): CameraDevices | null;
  permissions(): CameraPermissions | null;
  isSecureContext(): boolean;
  listLenses(): Promise<Lens[]>;
}

/** Fills in the browser's own objects where the options give none. */
export function createCameraContext(options: CameraOptions): CameraContext {
  const mediaDevices = () =>
    options.mediaDevices === undefined ? (globalThis.navigator?.mediaDevices ?? null) : options.mediaDevices;
  return {
    mediaDevices,
    permissions: () =>
      options.permissions === undefined ? (globalThis.navigator?.permissions ?? null) : options.permissions,
    isSecureContext: () => options.isSecureContext ?? globalThis.isSecureContext ?? false,
    listLenses: () => listLenses(mediaDevices()),
  };
}
