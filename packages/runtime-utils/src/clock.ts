/** The wall clock and its timers. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels. A delay over 2^31-1 ms fires at once. */
  after(delayMs: number, callback: () => void): () => void;
}

/** A clock that also measures how much time passes, whatever the wall clock is set to. */
export interface SteadyClock extends Clock {
  /** Whole milliseconds since some moment; never goes back. May stand still while the machine sleeps. */
  monotonicNow(): number;
}

/** The clock of the machine. */
export const systemClock: SteadyClock = {
  now: () => Date.now(),
  monotonicNow: () => Math.round(performance.now()),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
