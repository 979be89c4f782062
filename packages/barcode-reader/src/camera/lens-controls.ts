import type { CameraCapabilities } from './camera-state.ts';

/** The properties of lenses that TypeScript's DOM types lack. */
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

/** Reads what the lens can do. */
export function readCapabilities(track: MediaStreamTrack): Omit<CameraCapabilities, 'lenses'> {
  const { torch, zoom } = capabilitiesOf(track);
  return {
    torch: torch === true,
    zoom: zoom && zoom.max > zoom.min ? { minimum: zoom.min, maximum: zoom.max, step: zoom.step ?? 0.1 } : null,
  };
}

/** Reads the current zoom and focus mode. */
export function readSettings(track: MediaStreamTrack): { readonly zoom: number; readonly focusMode: string | null } {
  const { zoom = 1, focusMode = null } = settingsOf(track);
  return { zoom, focusMode };
}

/** Switches the torch. @returns whether it is on now, as the lens reports it */
export async function applyTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  const isApplied = await applySetting(track, { torch: on });
  // Some browsers do not report the torch in the settings: only the outcome of the call tells then.
  return settingsOf(track).torch ?? (isApplied ? on : !on);
}

/** Zooms to `zoom`, limited to the lens's range. @returns the zoom now */
export async function applyZoom(track: MediaStreamTrack, zoom: number): Promise<number> {
  const range = readCapabilities(track).zoom;
  if (!range) return readSettings(track).zoom;
  const wanted = Math.min(range.maximum, Math.max(range.minimum, zoom));
  const isApplied = await applySetting(track, { zoom: wanted });
  return settingsOf(track).zoom ?? (isApplied ? wanted : 1);
}

/** Sets continuous autofocus where the lens has it. @returns the focus mode now */
export async function applyContinuousFocus(track: MediaStreamTrack): Promise<string | null> {
  const { focusMode } = settingsOf(track);
  if (focusMode !== 'continuous' && capabilitiesOf(track).focusMode?.includes('continuous')) {
    await applySetting(track, { focusMode: 'continuous' });
  }
  return settingsOf(track).focusMode ?? null;
}

/** The settings applied to a track so far. `applyConstraints` replaces the whole set, so earlier settings are sent again. */
const appliedSettings = new WeakMap<MediaStreamTrack, LensSettings>();
/** The last call for a track. Calls run one after the other: two at once would each drop the other's setting. */
const lastCalls = new WeakMap<MediaStreamTrack, Promise<boolean>>();

/** @returns whether the browser accepted the setting */
function applySetting(track: MediaStreamTrack, setting: LensSettings): Promise<boolean> {
  const call = (lastCalls.get(track) ?? Promise.resolve(true)).then(() => applyWithEarlier(track, setting));
  lastCalls.set(track, call);
  return call;
}

async function applyWithEarlier(track: MediaStreamTrack, setting: LensSettings): Promise<boolean> {
  const settings = { ...appliedSettings.get(track), ...setting };
  try {
    await track.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] });
    appliedSettings.set(track, settings);
    return true;
  } catch {
    return false;
  }
}
