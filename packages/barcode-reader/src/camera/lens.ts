import type { CameraDevices, LensMemory } from './camera-ports.ts';
import type { Lens } from './camera-state.ts';

/** What to ask the browser for: one lens by its id, else the one that looks away from the person. */
export function lensConstraints(
  deviceId: string | null,
  { width, height }: { readonly width: number; readonly height: number },
): MediaStreamConstraints {
  const lens = deviceId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: deviceId } };
  return { audio: false, video: { ...lens, width: { ideal: width }, height: { ideal: height } } };
}

/** The cameras of the device; none where the browser does not tell. */
export async function listLenses(devices: CameraDevices | null): Promise<Lens[]> {
  const found = await devices?.enumerateDevices().catch(() => []);
  return (found ?? []).filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
}

/** The camera after `current` among `lenses`, round and round; `null` when there is no other. */
export function nextLens(lenses: readonly Lens[], current: string | undefined): string | null {
  const at = lenses.findIndex(({ deviceId }) => deviceId === current);
  const next = lenses[(at + 1) % lenses.length]?.deviceId;
  return next === undefined || next === current ? null : next;
}

/** Lenses that see too wide, too far or something else; no code is read with them. Phones name them in their language. */
const unfit = /ultra.?(wide|weit|grand|gran)|t[eé]l[eé]|0[.,]5|desk view|fish.?eye|depth|infrared|\bir\b/i;
const front = /front|user|facetime|selfie|vorder|avant|delanter/i;

/**
 * A lens that is better than `current` for codes; `null` when it is good. Browsers give the ultra-wide lens where the
 * back camera was asked for, and in it a code is a few pixels wide and never in focus.
 */
export function betterLens(lenses: readonly Lens[], current: string | undefined): string | null {
  const now = lenses.find(({ deviceId }) => deviceId === current);
  if (!now || !unfit.test(now.label)) return null;
  return lenses.find(({ label }) => label !== '' && !unfit.test(label) && !front.test(label))?.deviceId ?? null;
}

/** Keeps the chosen lens in the browser's storage; where that is closed, for the visit only. */
export function createLensMemory(key = 'barcodeReaderLens'): LensMemory {
  let kept: string | null = null;
  return {
    load() {
      try {
        return kept ?? globalThis.localStorage?.getItem(key) ?? null;
      } catch {
        return kept;
      }
    },
    save(deviceId) {
      kept = deviceId;
      try {
        globalThis.localStorage?.setItem(key, deviceId);
      } catch {
        // Storage is full or closed: the choice lasts for the visit.
      }
    },
  };
}
