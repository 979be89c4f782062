import type { Clock } from './clock.ts';

/** A machine's timers stand still while it sleeps, and a delay over 2^31-1 ms fires at once: no step is longer than this. */
const LONGEST_STEP_MS = 60_000;

/** One task at one moment of the wall clock. */
export interface WallClockTimer {
  /** Replaces what was set before. A moment that has passed fires on the next turn. */
  set(atMs: number, task: () => void): void;
  clear(): void;
  /** Fires now if the moment has passed: for the wake-up after a sleep. */
  poke(): void;
}

/** A timer that ticks and compares with the wall clock, so that sleep and freezing cannot stretch it. */
export function createWallClockTimer(clock: Clock): WallClockTimer {
  let handle: unknown = null;
  let pending: { atMs: number; task: () => void } | null = null;

  function clear(): void {
    if (handle !== null) clock.clearTimeout(handle);
    handle = null;
    pending = null;
  }

  function tick(): void {
    if (!pending) return;
    const remainingMs = pending.atMs - clock.now();
    if (remainingMs > 0) {
      handle = clock.setTimeout(tick, Math.min(remainingMs, LONGEST_STEP_MS));
      return;
    }
    const { task } = pending;
    clear();
    task();
  }

  return {
    set(atMs, task) {
      clear();
      pending = { atMs, task };
      handle = clock.setTimeout(tick, Math.min(Math.max(atMs - clock.now(), 0), LONGEST_STEP_MS));
    },
    clear,
    poke() {
      if (!pending || pending.atMs > clock.now()) return;
      if (handle !== null) clock.clearTimeout(handle);
      tick();
    },
  };
}
