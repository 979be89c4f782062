import { atom } from 'jotai';
import type { Camera } from '../index.ts';

/**
 * Creates atoms for a camera: `cameraAtom` reads its state, the others act on it.
 *
 * @example
 * const { cameraAtom, setTorchAtom } = createCameraAtoms(camera);
 * const torchOn = useAtomValue(cameraAtom).status === 'live';
 */
export function createCameraAtoms(camera: Camera) {
  const stateAtom = atom(camera.getSnapshot());
  stateAtom.debugLabel = 'camera/state';
  stateAtom.onMount = (setState) => {
    const read = () => setState(camera.getSnapshot());
    read();
    return camera.subscribe(read);
  };

  const cameraAtom = atom((get) => get(stateAtom));
  cameraAtom.debugLabel = 'camera/camera';

  const openCameraAtom = atom(null, () => camera.open());
  openCameraAtom.debugLabel = 'camera/open';

  const closeCameraAtom = atom(null, () => camera.close());
  closeCameraAtom.debugLabel = 'camera/close';

  const setTorchAtom = atom(null, (_get, _set, on: boolean) => camera.setTorch(on));
  setTorchAtom.debugLabel = 'camera/set-torch';

  const switchLensAtom = atom(null, () => camera.switchLens());
  switchLensAtom.debugLabel = 'camera/switch-lens';

  const setLensAtom = atom(null, (_get, _set, deviceId: string) => camera.setLens(deviceId));
  setLensAtom.debugLabel = 'camera/set-lens';

  const setZoomAtom = atom(null, (_get, _set, zoom: number) => camera.setZoom(zoom));
  setZoomAtom.debugLabel = 'camera/set-zoom';

  return { cameraAtom, openCameraAtom, closeCameraAtom, setTorchAtom, switchLensAtom, setLensAtom, setZoomAtom };
}
