import type { Clock } from './clock.ts';
import { RESTORED_SESSION_MS } from './constants.ts';
import type { ControllerEvent, ControllerState } from './controller-state.ts';
import type { LogSink } from './log-sink.ts';
import type { PairTime } from './pair-time.ts';
import type { ServerTime } from './server-time.ts';
import type { SessionLocks } from './session-lock.ts';
import type { StoredSession } from './session-storage.ts';
import type { RefreshOutcome } from './token-refresher.ts';
import type { TokenVault } from './token-vault.ts';

/** What the parts of a session's controller share. */
export interface ControllerContext {
  readonly clock: Clock;
  readonly locks: SessionLocks;
  readonly log: LogSink;
  readonly serverTime: Pick<ServerTime, 'read' | 'follow'>;
  readonly time: PairTime;
  readonly vault: TokenVault;
  getState(): ControllerState;
  dispatch(event: ControllerEvent): void;
  /** Replaces an access token: one refresh for any number of callers, and one change of state for it. */
  refresh(staleAccessToken: string): Promise<RefreshOutcome>;
}

/** A session that was found in storage counts for an hour from now, not until its token expires. */
export function restore({ clock, dispatch }: ControllerContext, stored: StoredSession): void {
  dispatch({ type: 'session-found', stored, expiresAt: clock.now() + RESTORED_SESSION_MS });
}

/** A session that another tab has changed counts until its access token expires. */
export function follow({ dispatch, serverTime, time }: ControllerContext, stored: StoredSession): void {
  serverTime.follow(null);
  dispatch({ type: 'session-found', stored, expiresAt: time.getExpiry(stored.pair) });
}
