import type { Camera } from '@scantix/barcode-reader';
import { useEffect } from 'react';
import { useApp } from '../services/app-context.ts';

/**
 * Applies light and zoom from the preferences whenever the camera opens, and records what the camera supports. A camera that
 * starts again, after a call or with another lens, has what was set by hand meanwhile.
 */
export function useCameraDefaults(camera: Camera): void {
  const { atoms, store } = useApp();
  useEffect(() => {
    let seen: MediaStream | null = null;
    let isApplied = false;
    const apply = () => {
      const state = camera.getSnapshot();
      if (state.status === 'idle') isApplied = false;
      if (state.status !== 'live' || state.stream === seen) return;
      seen = state.stream;
      const { torch, zoom } = state.capabilities;
      store.set(atoms.cameraCanAtom, { light: torch, zoom: zoom?.maximum ?? 1 });
      if (isApplied) return;
      isApplied = true;
      // A lens without them leaves them to the next one.
      const preferred = store.get(atoms.zoomAtom);
      if (preferred > 1) void camera.setZoom(preferred);
      if (store.get(atoms.lightAtom)) void camera.setTorch(true);
    };
    apply();
    return camera.subscribe(apply);
  }, [atoms, camera, store]);
}
