/** The wall clock and its timers, as the session needs them. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs `task` after `delayMs`; the answer goes to `clearTimeout`. */
  setTimeout(task: () => void, delayMs: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (task, delayMs) => globalThis.setTimeout(task, delayMs),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof globalThis.setTimeout>),
};
