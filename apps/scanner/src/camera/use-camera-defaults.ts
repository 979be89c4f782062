import type { Camera } from '@scantix/barcode-reader';
import { useEffect } from 'react';
import { useApp } from '../services/app-context.ts';

/** Applies light and zoom from the preferences whenever the camera opens, and records what the camera supports. */
export function useCameraDefaults(camera: Camera): void {
  const { atoms, store } = useApp();
  useEffect(() => {
    let applied: MediaStream | null = null;
    const apply = () => {
      const state = camera.getSnapshot();
      if (state.status !== 'live' || state.stream === applied) return;
      applied = state.stream;
      const { torch, zoom } = state.capabilities;
      store.set(atoms.cameraCanAtom, { light: torch, zoom: zoom?.maximum ?? 1 });
      const preferred = store.get(atoms.zoomAtom);
      if (zoom && preferred > 1) void camera.setZoom(preferred);
      if (torch && store.get(atoms.lightAtom)) void camera.setTorch(true);
    };
    apply();
    return camera.subscribe(apply);
  }, [atoms, camera, store]);
}
