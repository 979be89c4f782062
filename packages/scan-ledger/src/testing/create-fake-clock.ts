import type { Clock } from '../ports/clock.ts';

/** A clock that only the test moves. */
export interface FakeClock extends Clock {
  /** Moves the time forward and calls the timers that end, in order. */
  advance(ms: number): void;
  /** Sets the time without calling timers: a corrected clock, or a phone that slept. */
  set(now: number): void;
}

/** Creates a fake clock. @param start epoch milliseconds */
export function createFakeClock(start = Date.parse('2026-11-21T09:00:00.000Z')): FakeClock {
  let now = start;
  /** Elapsed time, which timers use and `set` does not change. */
  let passed = 0;
  const timers = new Set<{ dueAt: number; callback: () => void }>();
  return {
    now: () => now,
    monotonicNow: () => passed,
    after(delayMs, callback) {
      const timer = { dueAt: passed + delayMs, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = passed + ms;
      for (;;) {
        const next = [...timers].filter(({ dueAt }) => dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)[0];
        if (!next) break;
        timers.delete(next);
        now += next.dueAt - passed;
        passed = next.dueAt;
        next.callback();
      }
      now += end - passed;
      passed = end;
    },
    set(to) {
      now = to;
    },
  };
}

/** The same clock on a device whose wall clock is behind, in milliseconds; ahead where `byMs` is below 0. */
export const behind = (clock: Clock, byMs: number): Clock => ({ ...clock, now: () => clock.now() - byMs });
