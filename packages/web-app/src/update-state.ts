/**
 * `none`: the page runs the newest known build. `ready`: a reload brings a newer one. `applying`: the newer build takes
 * over, and the page reloads when it has.
 */
export type UpdateState = 'none' | 'ready' | 'applying';

/** What happens to an update. */
export type UpdateEvent = 'newer-build-installed' | 'take-over-requested';

/** The state after an event. */
export function nextUpdateState(state: UpdateState, event: UpdateEvent): UpdateState {
  if (event === 'take-over-requested') return 'applying';
  return state === 'none' ? 'ready' : state;
}
