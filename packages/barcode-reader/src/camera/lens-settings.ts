import { liveWith } from './camera-model.ts';
import type { CameraStore } from './camera-store.ts';
import { applyTorch, applyZoom } from './lens-controls.ts';

/** Applies torch and zoom to the live stream and records what the lens reports. */
export function createLensSettings({ model, dispatch }: CameraStore) {
  async function applyTorchNow(on: boolean): Promise<boolean> {
    const { state } = model();
    if (state.status !== 'live' || !state.capabilities.torch) return false;
    const [track] = state.stream.getVideoTracks();
    const isOn = track ? await applyTorch(track, on) : false;
    dispatch({ type: 'torch-applied', stream: state.stream, on: isOn });
    return isOn;
  }

  async function applyZoomNow(zoom: number): Promise<number> {
    const { state } = model();
    if (state.status !== 'live') return 1;
    const [track] = state.stream.getVideoTracks();
    const applied = track ? await applyZoom(track, zoom) : 1;
    dispatch({ type: 'zoom-applied', stream: state.stream, zoom: applied });
    return applied;
  }

  /** Switches the torch on again if it was on; phones switch it off in the background. */
  async function restoreTorch(stream: MediaStream): Promise<void> {
    if (model().wanted.torch && liveWith(model(), stream)) await applyTorchNow(true);
  }

  return {
    async setTorch(on: boolean): Promise<boolean> {
      dispatch({ type: 'torch-requested', on });
      return applyTorchNow(on);
    },
    async setZoom(zoom: number): Promise<number> {
      dispatch({ type: 'zoom-requested', zoom });
      return applyZoomNow(zoom);
    },
    restoreTorch,
    /** Gives a restarted stream the zoom and the torch that were set before. */
    async restore(stream: MediaStream): Promise<void> {
      const { zoom } = model().wanted;
      if (zoom !== null && liveWith(model(), stream)) await applyZoomNow(zoom);
      await restoreTorch(stream);
    },
  };
}
