import { createCamera } from '../camera/create-camera.ts';
import type { CameraOptions } from '../index.ts';
import { createFakeCameraDevices, type FakeLens } from './fake-camera-devices.ts';

/** A page that a test hides and shows. */
export class FakePage extends EventTarget {
  visibilityState = 'visible';
  show(state: 'visible' | 'hidden') {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** Timers that a test lets go off. */
export function createHeldTimers() {
  const waiting = new Map<number, { callback: () => void; ms: number }>();
  let next = 1;
  return {
    waiting,
    setTimeout(callback: () => void, ms: number) {
      waiting.set(next, { callback, ms });
      return next++;
    },
    clearTimeout: (handle: unknown) => void waiting.delete(handle as number),
    /** Lets what waits go off. @returns how long it would have waited */
    goOff() {
      const all = [...waiting.values()];
      waiting.clear();
      for (const { callback } of all) callback();
      return all.map(({ ms }) => ms);
    },
  };
}

/** Keeps a lens for as long as the test lasts. */
export function createMemory(kept: string | null = null) {
  return {
    load: () => kept,
    save(deviceId: string) {
      kept = deviceId;
    },
  };
}

/** A camera on a device, a page and timers that the test commands. */
export function setUpCamera(lenses?: readonly FakeLens[], options: CameraOptions = {}) {
  const devices = createFakeCameraDevices(lenses);
  const page = new FakePage();
  const window = new EventTarget();
  const timers = createHeldTimers();
  const camera = createCamera({
    ...{ mediaDevices: devices, permissions: null, document: page, window, timers },
    ...{ lensMemory: createMemory(), ...options },
  });
  const history: string[] = [];
  camera.subscribe(() => history.push(camera.getSnapshot().status));
  return { devices, page, window, timers, camera, history, status: () => camera.getSnapshot().status };
}

/** A video element without a browser. */
export const createScreen = () => ({
  srcObject: null as MediaProvider | null,
  muted: false,
  playsInline: false,
  play: async () => {},
});
