import type { SteadyClock } from './clock.ts';

/** A machine's timers stand still while it sleeps, and a delay over 2^31-1 ms fires at once: no step is longer than this. */
const LONGEST_STEP_MS = 60_000;

/** One task at one moment of the wall clock. */
export interface WallClockTimer {
  /** Replaces the task set before. `atMs` is epoch milliseconds; a moment in the past fires on the next turn of the event loop. */
  set(atMs: number, task: () => void): void;
  /** Removes the task. */
  clear(): void;
  /** Fires now if the moment has passed: for the wake-up after a sleep. */
  poke(): void;
}

/**
 * A timer that ticks at least once a minute and compares with the wall clock, so that sleep and freezing cannot stretch
 * it; and with a steady clock, so that setting the wall clock back cannot either.
 */
export function createWallClockTimer(clock: SteadyClock): WallClockTimer {
  let pending: { readonly atMs: number; readonly steadyAtMs: number; readonly task: () => void } | null = null;
  let cancel = () => {};

  const getRemainingMs = ({ atMs, steadyAtMs }: NonNullable<typeof pending>) =>
    Math.max(0, Math.min(atMs - clock.now(), steadyAtMs - clock.monotonicNow()));

  function clear(): void {
    cancel();
    pending = null;
  }

  function step(): void {
    cancel = clock.after(Math.min(pending ? getRemainingMs(pending) : 0, LONGEST_STEP_MS), tick);
  }

  function tick(): void {
    if (!pending) return;
    cancel();
    if (getRemainingMs(pending) > 0) {
      step();
      return;
    }
    const { task } = pending;
    clear();
    task();
  }

  return {
    set(atMs, task) {
      clear();
      pending = { atMs, steadyAtMs: atMs - clock.now() + clock.monotonicNow(), task };
      step();
    },
    clear,
    poke() {
      if (pending && getRemainingMs(pending) <= 0) tick();
    },
  };
}
