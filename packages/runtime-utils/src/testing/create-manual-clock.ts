import type { SteadyClock } from '../clock.ts';

/** A clock that moves only when a test moves it. */
export interface ManualClock extends SteadyClock {
  /** Moves on by `ms` and runs each timer at its own time. */
  advance(ms: number): void;
  /** Moves on by `ms` without running a timer, as a machine does that was asleep or whose clock was set. */
  jump(ms: number): void;
  /** How many timers are waiting. */
  countTimers(): number;
}

/** A clock that starts at `startMs`, epoch milliseconds, and runs its timers synchronously. */
export function createManualClock(startMs = Date.UTC(2026, 10, 21, 9)): ManualClock {
  let nowMs = startMs;
  /** Timers and the steady clock run on this time, which a jump leaves alone. */
  let elapsedMs = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  return {
    now: () => nowMs,
    monotonicNow: () => elapsedMs,
    after(delayMs, callback) {
      const timer = { at: elapsedMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = elapsedMs + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((left, right) => left.at - right.at);
        if (!next) break;
        timers.delete(next);
        nowMs += next.at - elapsedMs;
        elapsedMs = next.at;
        next.callback();
      }
      nowMs += until - elapsedMs;
      elapsedMs = until;
    },
    jump(ms) {
      nowMs += ms;
    },
    countTimers: () => timers.size,
  };
}
