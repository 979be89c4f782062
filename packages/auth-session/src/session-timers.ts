import { createWallClockTimer } from '@scantix/runtime-utils';
import type { Clock } from './clock.ts';
import { REFRESH_BUFFER_MS } from './constants.ts';

/** The moments at which a session needs attention, epoch milliseconds. */
export interface SessionMoments {
  /** When the access token expires. */
  readonly accessExpiresAt: number;
  /** Without a refresh token no event is raised. */
  readonly hasRefreshToken: boolean;
  /** Other moments at which the session is checked. Those that have passed are left out. */
  readonly checksAt: readonly number[];
}

/** The two timers of a signed-in session. */
export interface SessionTimers {
  /** Replaces what was set before. */
  set(moments: SessionMoments): void;
  clear(): void;
  /** Raises the event now if its moment has passed. */
  poke(): void;
}

/** `check` is called at expiry and at the other moments; `raise` raises the event. */
export function createSessionTimers(clock: Clock, raise: () => void, check: () => void): SessionTimers {
  const refreshTimer = createWallClockTimer(clock);
  const checkTimer = createWallClockTimer(clock);

  function clear(): void {
    refreshTimer.clear();
    checkTimer.clear();
  }

  return {
    set({ accessExpiresAt, hasRefreshToken, checksAt }) {
      clear();
      if (hasRefreshToken && accessExpiresAt - clock.now() > REFRESH_BUFFER_MS) {
        refreshTimer.set(accessExpiresAt - REFRESH_BUFFER_MS, raise);
      }
      const next = Math.min(...[accessExpiresAt, ...checksAt].filter((moment) => moment > clock.now()));
      if (Number.isFinite(next)) checkTimer.set(next, check);
    },
    clear,
    poke: refreshTimer.poke,
  };
}
