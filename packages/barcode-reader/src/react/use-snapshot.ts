import { useSyncExternalStore } from 'react';
import type { Camera, CameraState } from '../index.ts';

/** The state of a camera; renders again when it changes. */
export function useCameraState(camera: Camera): CameraState {
  return useSyncExternalStore(camera.subscribe, camera.getSnapshot, camera.getSnapshot);
}
