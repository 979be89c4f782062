import type { CameraDevices, LensMemory } from './camera-ports.ts';
import type { Lens } from './camera-state.ts';

/** The constraints of a request: one lens by its id, else any back camera. */
export function lensConstraints(
  deviceId: string | null,
  { width, height }: { readonly width: number; readonly height: number },
): MediaStreamConstraints {
  const lens = deviceId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: deviceId } };
  return { audio: false, video: { ...lens, width: { ideal: width }, height: { ideal: height } } };
}

/** The cameras of the device; none where the browser does not list them. */
export async function listLenses(devices: CameraDevices | null): Promise<Lens[]> {
  const found = await devices?.enumerateDevices().catch(() => []);
  return (found ?? []).filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
}

/** The camera after `current`, the first after the last; `null` when there is no other. */
export function nextLens(lenses: readonly Lens[], current: string | undefined): string | null {
  const at = lenses.findIndex(({ deviceId }) => deviceId === current);
  const next = lenses[(at + 1) % lenses.length]?.deviceId;
  return next === undefined || next === current ? null : next;
}

/** Names of lenses that read no codes: ultra-wide, tele, depth, infrared. Phones name them in their own language. */
const unfit = /ultra.?(wide|weit|grand|gran)|t[eé]l[eé]|0[.,]5|desk view|fish.?eye|depth|infrared|\bir\b/i;
const front = /front|user|facetime|selfie|vorder|avant|delanter/i;

/**
 * A lens that reads codes better than `current`; `null` when `current` is suitable. Some browsers give the ultra-wide
 * lens for the back camera, and there a code is a few pixels wide and out of focus.
 */
export function betterLens(lenses: readonly Lens[], current: string | undefined): string | null {
  const now = lenses.find(({ deviceId }) => deviceId === current);
  if (!now || !unfit.test(now.label)) return null;
  return lenses.find(({ label }) => label !== '' && !unfit.test(label) && !front.test(label))?.deviceId ?? null;
}

/** Stores the chosen lens in local storage; where that is unavailable, in memory. */
export function createLensMemory(key = 'barcodeReaderLens'): LensMemory {
  let saved: string | null = null;
  return {
    load() {
      try {
        return saved ?? globalThis.localStorage?.getItem(key) ?? null;
      } catch {
        return saved;
      }
    },
    save(deviceId) {
      saved = deviceId;
      try {
        globalThis.localStorage?.setItem(key, deviceId);
      } catch {
        // Storage is full or unavailable: the choice lasts until the page is left.
      }
    },
  };
}
