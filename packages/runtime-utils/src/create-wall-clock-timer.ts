import type { Clock } from './clock.ts';

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

/** A timer that ticks at least once a minute and compares with the wall clock, so that sleep and freezing cannot stretch it. */
export function createWallClockTimer(clock: Clock): WallClockTimer {
  let pending: { readonly atMs: number; readonly task: () => void; cancel: () => void } | null = null;

  function schedule(atMs: number, task: () => void): void {
    const remainingMs = Math.max(atMs - clock.now(), 0);
    pending = { atMs, task, cancel: clock.after(Math.min(remainingMs, LONGEST_STEP_MS), tick) };
  }

  function clear(): void {
    pending?.cancel();
    pending = null;
  }

  function tick(): void {
    if (!pending) return;
    const { atMs, task } = pending;
    clear();
    if (atMs > clock.now()) schedule(atMs, task);
    else task();
  }

  return {
    set(atMs, task) {
      clear();
      schedule(atMs, task);
    },
    clear,
    poke() {
      if (pending && pending.atMs <= clock.now()) tick();
    },
  };
}
