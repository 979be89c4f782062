import { systemTimers, type Timers } from '../ports/timers.ts';

/** Waits for a time without activity. */
export interface IdleTimer {
  /** Starts the wait again: somebody is there. */
  touch(): void;
  stop(): void;
}

/** Options of an idle timer. */
export interface IdleTimerOptions {
  readonly onIdle: () => void;
  /** @default 60000 */
  readonly idleAfterMs?: number | undefined;
  /** @default the global timers */
  readonly timers?: Timers | undefined;
}

/** Calls `onIdle` once after `idleAfterMs` without activity, counted from its creation. */
export function createIdleTimer({ onIdle, idleAfterMs = 60_000, timers = systemTimers }: IdleTimerOptions): IdleTimer {
  let timer = timers.setTimeout(onIdle, idleAfterMs);
  return {
    touch() {
      timers.clearTimeout(timer);
      timer = timers.setTimeout(onIdle, idleAfterMs);
    },
    stop: () => timers.clearTimeout(timer),
  };
}
