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

/** Timers that a test fires. */
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
    /** Fires all waiting timers. @returns their delays in milliseconds */
    fire() {
      const all = [...waiting.values()];
      waiting.clear();
      for (const { callback } of all) callback();
      return all.map(({ ms }) => ms);
    },
  };
}

/** A lens memory for one test. */
export function createTestMemory(saved: string | null = null) {
  return {
    load: () => saved,
    save(deviceId: string) {
      saved = deviceId;
    },
  };
}

/** A camera with a device, a page and timers that the test controls. */
export function setUpCamera(lenses?: readonly FakeLens[], options: CameraOptions = {}) {
  const devices = createFakeCameraDevices(lenses);
  const page = new FakePage();
  const window = new EventTarget();
  const timers = createHeldTimers();
  const camera = createCamera({
    ...{ mediaDevices: devices, permissions: null, document: page, window, timers },
    ...{ lensMemory: createTestMemory(), ...options },
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
