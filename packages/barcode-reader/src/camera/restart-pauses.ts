import type { Timers } from '../ports/timers.ts';

/** How long to wait before a camera that another program has is asked for again; doubled each time. */
const firstPauseMs = 1000;
const lastPauseMs = 16_000;
/** A camera that lived this long was no false start: when it goes, it is asked for again at once. */
const steadyAfterMs = 5000;

/** Says when a camera that went, or could not be had, is asked for again: never in a tight circle. */
export function createRestartPauses(timers: Timers) {
  let pauseMs = firstPauseMs;
  let patient = true;
  let pause: unknown = null;
  let steady: unknown = null;

  function forget() {
    pauseMs = firstPauseMs;
    patient = true;
  }

  return {
    /** Calls `ask` after a pause that is longer each time. */
    askLater(ask: () => void): void {
      pause = timers.setTimeout(ask, pauseMs);
      pauseMs = Math.min(lastPauseMs, pauseMs * 2);
    },
    /** Somebody asks now. */
    endPause(): void {
      timers.clearTimeout(pause);
    },
    /** The camera lives; when it stays so for a while, what was before is forgotten. */
    begin(): void {
      steady = timers.setTimeout(forget, steadyAfterMs);
    },
    /** The camera is let go of. */
    end(): void {
      timers.clearTimeout(steady);
    },
    /** Whether a camera that went may be asked for at once: the first time, and after it has lived for a while. */
    mayAskAtOnce(): boolean {
      const may = patient;
      patient = false;
      return may;
    },
    forget,
  };
}
