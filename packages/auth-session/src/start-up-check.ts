import { START_UP_WAIT_MS } from './constants.ts';
import { type ControllerContext, follow, restore } from './controller-context.ts';
import { withSessionLock } from './session-lock.ts';
import type { StoredSession } from './session-storage.ts';

/** Restores the stored session, refreshes it first if it has expired, or signs out. A sign-in or sign-out aborts `superseded`. */
export async function checkAtStartUp(context: ControllerContext, superseded: AbortSignal): Promise<void> {
  const { clock, dispatch, locks, serverTime, time, vault } = context;
  const reading = await vault.read();
  if (superseded.aborted) return;
  if (reading) {
    serverTime.follow(reading.offsetMs);
    time.resume(reading.session.pair, reading.seenMs);
  }
  if (!reading) {
    await withSessionLock(locks, clock, () => vault.clearLeftovers());
    if (superseded.aborted) return;
    // Another tab may have signed in while this one waited.
    const stored = vault.peek();
    if (stored) follow(context, stored);
    else dispatch({ type: 'session-missing' });
  } else if (time.hasExpired(reading.session.pair)) {
    await restoreExpired(context, reading.session);
  } else {
    restore(context, reading.session);
  }
}

/** Within the grace period the start waits two seconds at most; the refresh continues in the background. */
async function restoreExpired(
  { clock, dispatch, getState, refresh, time }: ControllerContext,
  stored: StoredSession,
): Promise<void> {
  const refreshed = refresh(stored.pair.accessToken);
  const graceEndsAt = time.getGraceEnd(stored.pair);
  const now = clock.now();
  if (graceEndsAt <= now) {
    await refreshed;
    return;
  }
  const waited = Promise.withResolvers<void>();
  const cancel = clock.after(START_UP_WAIT_MS, () => {
    // By the time of the start: a grace period that has ended during the wait must not leave the start undecided.
    if (getState().session.status === 'restoring')
      dispatch({ type: 'expired', stored, graceEndsAt, now, offline: true });
    waited.resolve();
  });
  await Promise.race([refreshed, waited.promise]);
  cancel();
}
