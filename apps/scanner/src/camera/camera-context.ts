import type { BarcodeReader, Camera, CameraState, FrameFeed, LastSeen } from '@scantix/barcode-reader';
import type { CameraVisitState } from '@scantix/barcode-reader/react';
import { createContext, use, useSyncExternalStore } from 'react';

interface Scanning {
  readonly camera: Camera;
  readonly reader: BarcodeReader;
  readonly frames: FrameFeed;
  readonly seen: LastSeen;
  readonly stage: CameraVisitState;
}

export const CameraContext = createContext<Scanning | null>(null);

/** The camera, the reader and their state, inside the camera stage. */
export function useScanning(): Scanning & { readonly state: CameraState } {
  const scanning = use(CameraContext);
  if (!scanning) throw new Error('useScanning() is called outside the camera stage.');
  const { camera } = scanning;
  return { ...scanning, state: useSyncExternalStore(camera.subscribe, camera.getSnapshot) };
}
