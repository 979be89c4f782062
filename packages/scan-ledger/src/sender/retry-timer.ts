import type { Clock } from '../clock.ts';

/** How often the outbox is looked at when nothing else asks for it. */
const HEARTBEAT_MS = 30_000;

/**
 * Ticks at a time of the wall clock or at the next heartbeat. A timer alone would not do: it stands still while the
 * phone sleeps.
 */
export interface RetryTimer {
  start(): void;
  stop(): void;
  /** Nothing is due before `delayMs` from now. */
  wait(delayMs: number): void;
  clear(): void;
  /** Epoch milliseconds; `null` when nothing is waited for. */
  dueAt(): number | null;
}

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
    // The clock was set back: the wait is not made longer by that.
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
