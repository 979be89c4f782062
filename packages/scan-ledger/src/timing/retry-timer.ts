import type { Clock } from '../ports/clock.ts';

/** Longest interval between two ticks, also without a pending wait. */
const HEARTBEAT_MS = 30_000;

/**
 * Fires when a wait ends by the wall clock, checked at least at every heartbeat: a plain timer pauses while the phone
 * sleeps.
 */
export interface RetryTimer {
  start(): void;
  stop(): void;
  /** Postpones the next call until `delayMs` from now. */
  wait(delayMs: number): void;
  /** Ends the wait without a call. */
  clear(): void;
  /** Epoch milliseconds; `null` without a wait. */
  dueAt(): number | null;
}

/** @param onDue called when a wait ends, and at every heartbeat without a wait */
export function createRetryTimer(clock: Clock, onDue: () => void): RetryTimer {
  let waiting: { dueAt: number; delayMs: number } | null = null;
  let cancel: (() => void) | null = null;

  function arm(): void {
    cancel?.();
    const remaining = waiting ? waiting.dueAt - clock.now() : HEARTBEAT_MS;
    cancel = clock.after(Math.max(0, Math.min(remaining, HEARTBEAT_MS)), tick);
  }

  function tick(): void {
    const now = clock.now();
    // A clock that was set back must not prolong the wait.
    if (waiting && waiting.dueAt - now > waiting.delayMs) waiting.dueAt = now + waiting.delayMs;
    if (!waiting || waiting.dueAt <= now) {
      waiting = null;
      onDue();
    }
    arm();
  }

  return {
    start: arm,
    stop() {
      cancel?.();
      cancel = null;
    },
    wait(delayMs) {
      waiting = { dueAt: clock.now() + delayMs, delayMs };
      if (cancel) arm();
    },
    clear() {
      waiting = null;
    },
    dueAt: () => waiting?.dueAt ?? null,
  };
}
