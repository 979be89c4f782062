import type { Timers } from '../ports/timers.ts';

/** The wait before a camera that another program uses is requested again; doubled each time. */
const firstPauseMs = 1000;
const longestPauseMs = 16_000;
/** A stream that lasts this long ends the backoff: its loss is a new fault. */
const stableAfterMs = 5000;

/** Spaces out the requests for a camera that is lost or in use elsewhere, so that they never follow in a tight loop. */
export function createRestartBackoff(timers: Timers) {
  let pauseMs = firstPauseMs;
  let isFirstLoss = true;
  let retryTimer: unknown = null;
  let stableTimer: unknown = null;

  function reset() {
    pauseMs = firstPauseMs;
    isFirstLoss = true;
  }

  return {
    /** Calls `retry` after a pause, longer each time. */
    scheduleRetry(retry: () => void): void {
      retryTimer = timers.setTimeout(retry, pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    },
    cancelRetry(): void {
      timers.clearTimeout(retryTimer);
    },
    streamStarted(): void {
      stableTimer = timers.setTimeout(reset, stableAfterMs);
    },
    streamEnded(): void {
      timers.clearTimeout(stableTimer);
    },
    /** Whether a lost camera may be requested at once: the first time, and after a stable stream. */
    mayRestartAtOnce(): boolean {
      const may = isFirstLoss;
      isFirstLoss = false;
      return may;
    },
    /** Forgets earlier losses and refusals. */
    reset,
  };
}
