import { readProperty } from './history-state.ts';

/**
 * The history state of a scan result that the scanner has opened over the live camera. `live` is the page's time origin:
 * the browser keeps history states over a reload, after which the result is no longer live.
 */
export interface LiveResultState {
  readonly live: number;
  /** Whether the result covers the camera with its details. */
  readonly details?: boolean;
}

/** The history state for navigating to a live result. */
export function liveResult(details = false): LiveResultState {
  return { live: performance.timeOrigin, ...(details && { details }) };
}

/** Returns the location of a step of the browser: going back or forward to a live result opens the record. */
export function withoutLive<T extends { readonly state: unknown }>(location: T): T {
  return isLiveResult(location.state) ? { ...location, state: null } : location;
}

/** Whether a history state is that of a live result of this page. */
export function isLiveResult(state: unknown): state is LiveResultState {
  return readProperty(state, 'live') === performance.timeOrigin;
}
