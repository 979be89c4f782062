import type { CameraCapabilities } from './camera-state.ts';

/** What the browser's types do not know of lenses. */
interface LensCapabilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
  readonly focusMode?: readonly string[];
}
interface LensSettings {
  readonly torch?: boolean;
  readonly zoom?: number;
  readonly focusMode?: string;
}

const capabilitiesOf = (track: MediaStreamTrack) => (track.getCapabilities?.() ?? {}) as LensCapabilities;
const settingsOf = (track: MediaStreamTrack) => track.getSettings() as LensSettings;

/** What the lens can do. */
export function readCapabilities(track: MediaStreamTrack): Omit<CameraCapabilities, 'lenses'> {
  const { torch, zoom } = capabilitiesOf(track);
  return {
    torch: torch === true,
    zoom: zoom && zoom.max > zoom.min ? { minimum: zoom.min, maximum: zoom.max, step: zoom.step ?? 0.1 } : null,
  };
}

/** How far the lens is zoomed in and how it focuses now. */
export function readSettings(track: MediaStreamTrack): { readonly zoom: number; readonly focusMode: string | null } {
  const { zoom = 1, focusMode = null } = settingsOf(track);
  return { zoom, focusMode };
}

/** Switches the light and looks whether it obeyed. @returns whether the light is on now */
export async function applyTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  const obeyed = await apply(track, { torch: on });
  // Not every browser reports the light in its settings; then the promise is all there is to believe.
  return settingsOf(track).torch ?? (obeyed ? on : !on);
}

/** Zooms as near to `zoom` as the lens can. @returns how far it is zoomed in now */
export async function applyZoom(track: MediaStreamTrack, zoom: number): Promise<number> {
  const range = readCapabilities(track).zoom;
  if (!range) return readSettings(track).zoom;
  const wanted = Math.min(range.maximum, Math.max(range.minimum, zoom));
  const obeyed = await apply(track, { zoom: wanted });
  return settingsOf(track).zoom ?? (obeyed ? wanted : 1);
}

/** Lets the lens focus by itself all the time, where it can. @returns how it focuses now */
export async function applyContinuousFocus(track: MediaStreamTrack): Promise<string | null> {
  const { focusMode } = settingsOf(track);
  if (focusMode !== 'continuous' && capabilitiesOf(track).focusMode?.includes('continuous')) {
    await apply(track, { focusMode: 'continuous' });
  }
  return settingsOf(track).focusMode ?? null;
}

/** What a track was told so far: what it is told next replaces all of it, so it is told again. */
const told = new WeakMap<MediaStreamTrack, LensSettings>();
/** What a track is being told: what is told meanwhile would undo it, so it waits. */
const telling = new WeakMap<MediaStreamTrack, Promise<boolean>>();

function apply(track: MediaStreamTrack, setting: LensSettings): Promise<boolean> {
  const turn = (telling.get(track) ?? Promise.resolve(true)).then(() => tell(track, setting));
  telling.set(track, turn);
  return turn;
}

async function tell(track: MediaStreamTrack, setting: LensSettings): Promise<boolean> {
  const settings = { ...told.get(track), ...setting };
  try {
    await track.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] });
    told.set(track, settings);
    return true;
  } catch {
    return false;
  }
}
