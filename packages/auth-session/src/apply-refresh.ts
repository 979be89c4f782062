import { COOL_DOWN_MS, RETRY_DELAY_MS } from './constants.ts';
import { type ControllerContext, follow } from './controller-context.ts';
import { toEvent } from './log-sink.ts';
import type { StoredSession } from './session-storage.ts';
import type { RefreshOutcome } from './token-refresher.ts';

/** Updates the state after a refresh. */
export async function applyRefresh(context: ControllerContext, outcome: RefreshOutcome): Promise<void> {
  const { dispatch, getState, log, time, vault } = context;
  if (outcome.kind === 'refreshed') {
    const { session: stored, warning } = outcome;
    dispatch({ type: 'refreshed', stored, expiresAt: time.getExpiry(stored.pair), warning });
    return;
  }
  log.log(toEvent('session-refresh-failed', 'warn', { outcome: outcome.kind }));
  const stored = vault.peek();
  if (!stored) dispatch({ type: 'session-missing' });
  else if (outcome.kind === 'unreachable') await waitForServer(context, stored);
  else if (time.hasExpired(stored.pair)) dispatch({ type: 'session-missing' });
  // What is stored now is not what was refused: another tab has signed in meanwhile.
  else if (getState().session.status !== 'signing-in') follow(context, stored);
}

/** The server could not be reached: asks again later, and decides by the grace period whether somebody is signed in. */
async function waitForServer(context: ControllerContext, stored: StoredSession): Promise<void> {
  const { clock, dispatch, getState, time, vault } = context;
  const now = clock.now();
  const coolUntil = clock.monotonicNow() + COOL_DOWN_MS;
  dispatch({ type: 'server-unreachable', retryAt: now + RETRY_DELAY_MS, coolUntil });
  const { status } = getState().session;
  if (status === 'signing-in') return;
  if (!time.hasExpired(stored.pair)) {
    // Another tab has renewed it while this one was starting, or the clock was put right: the start must not end undecided.
    if (status === 'restoring') follow(context, stored);
    return;
  }
  dispatch({ type: 'expired', stored, graceEndsAt: time.getGraceEnd(stored.pair), now, offline: true });
  if (getState().session.status !== 'restoring') return;
  await vault.clear(true);
  dispatch({ type: 'session-missing' });
}
