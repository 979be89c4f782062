/** What the browser's types do not know of a camera's light. */
interface TorchCapability {
  readonly torch?: boolean;
}

/** Whether the light of this lens can be switched. */
export function hasTorch(track: MediaStreamTrack): boolean {
  return (track.getCapabilities?.() as TorchCapability | undefined)?.torch === true;
}

/** Switches the light and looks whether it obeyed. @returns whether the light is on now */
export async function applyTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
  } catch {
    return !on;
  }
  // Not every browser reports the light in its settings; then the promise is all there is to believe.
  return (track.getSettings() as TorchCapability).torch ?? on;
}

/** What to ask the browser for: one lens by its id, else the one that looks away from the person. */
export function lensConstraints(
  deviceId: string | null,
  { width, height }: { readonly width: number; readonly height: number },
): MediaStreamConstraints {
  const lens = deviceId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: deviceId } };
  return { audio: false, video: { ...lens, width: { ideal: width }, height: { ideal: height } } };
}

/** The camera after `current` among `ids`, round and round; `null` when there is no other. */
export function nextLens(ids: readonly string[], current: string | undefined): string | null {
  const next = ids[(ids.indexOf(current ?? '') + 1) % ids.length];
  return next === undefined || next === current ? null : next;
}
