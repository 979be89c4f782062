import type { Camera } from '@scantix/barcode-reader';
import { useEffect } from 'react';
import { useApp } from '../services/app-context.ts';

/** Begins each opening of the camera as Settings say, with light and zoom, and notes there what this camera can. */
export function useCameraBeginnings(camera: Camera): void {
  const { atoms, store } = useApp();
  useEffect(() => {
    let begun: MediaStream | null = null;
    const begin = () => {
      const state = camera.getSnapshot();
      if (state.status !== 'live' || state.stream === begun) return;
      begun = state.stream;
      const { torch, zoom } = state.capabilities;
      store.set(atoms.cameraCanAtom, { light: torch, zoom: zoom?.maximum ?? 1 });
      const wanted = store.get(atoms.zoomAtom);
      if (zoom && wanted > 1) void camera.setZoom(wanted);
      if (torch && store.get(atoms.lightAtom)) void camera.setTorch(true);
    };
    begin();
    return camera.subscribe(begin);
  }, [atoms, camera, store]);
}
