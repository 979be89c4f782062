import type { CameraState, LiveCameraState } from './camera-state.ts';

/** Which lens the next request names. A lens `on-trial` was not chosen: any other will do if it cannot be opened. */
export type LensChoice =
  | { readonly kind: 'any' }
  | { readonly kind: 'named'; readonly deviceId: string }
  | { readonly kind: 'on-trial'; readonly deviceId: string };

/** Everything that decides what the camera does next. */
export interface CameraModel {
  /** The public state; `idle` means that nobody wants the camera. */
  readonly state: CameraState;
  /** Chosen by the person, in use before a restart, or on trial. */
  readonly lens: LensChoice;
  /** The lenses that could not be opened since the camera was opened. */
  readonly refusedLenses: ReadonlySet<string>;
  /** The settings that a restarted stream gets again. */
  readonly wanted: { readonly torch: boolean; readonly zoom: number | null };
}

/** A camera that was never opened. */
export const closedCamera: CameraModel = {
  state: { status: 'idle' },
  lens: { kind: 'any' },
  refusedLenses: new Set(),
  wanted: { torch: false, zoom: null },
};

/** The `deviceId` that the next request names; `null` leaves the choice to the browser. */
export function requestedLensId({ lens }: CameraModel): string | null {
  return lens.kind === 'any' ? null : lens.deviceId;
}

/** The live state while this stream is still the one in use. */
export function liveWith({ state }: CameraModel, stream: MediaStream): LiveCameraState | null {
  return state.status === 'live' && state.stream === stream ? state : null;
}
