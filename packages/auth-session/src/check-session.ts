import { type ControllerContext, follow, restore } from './controller-context.ts';

/**
 * Compares the state with what is stored and with the time, and acts on what has changed: after a wake-up, at an expiry,
 * after another tab's write.
 */
export async function checkSession(context: ControllerContext): Promise<void> {
  const { clock, dispatch, getState, refresh, serverTime, time, vault } = context;
  const { session, pair, retryAt } = getState();
  if (session.status === 'restoring' || session.status === 'signing-in') return;
  const stored = vault.peek();
  const isOver = session.status === 'signed-in' && session.expiresAt <= serverTime.read(null).latest;
  if (!stored) {
    dispatch({ type: 'session-missing' });
  } else if (time.hasExpired(stored.pair)) {
    // The refresh may take long: from now on the grace counts, or nobody is validly signed in.
    if (isOver) {
      const graceEndsAt = time.getGraceEnd(stored.pair);
      dispatch({ type: 'expired', stored, graceEndsAt, now: clock.now(), offline: session.offline });
    }
    await refresh(stored.pair.accessToken);
  } else if (session.status === 'signed-out') {
    restore(context, stored);
  } else if (stored.pair.accessToken !== pair?.accessToken || stored.user.id !== session.user.id) {
    follow(context, stored);
  } else if (retryAt !== null) {
    await refresh(stored.pair.accessToken);
  } else if (isOver) {
    restore(context, stored);
  }
}
