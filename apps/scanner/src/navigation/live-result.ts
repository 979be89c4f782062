import { readEntry } from './history-state.ts';

/**
 * The history state of a scan result that the scanner has just opened: it stands over the live camera. `live` is the
 * page's time origin, since the browser keeps the state over a reload and a reloaded result is a record like any other.
 */
export interface LiveResultState {
  readonly live: number;
  readonly details?: boolean;
}

export function liveResult(details = false): LiveResultState {
  return { live: performance.timeOrigin, ...(details && { details }) };
}

export function isLiveResult(state: unknown): state is LiveResultState {
  return readEntry(state, 'live') === performance.timeOrigin;
}
