/** A clock in milliseconds, and intervals. */
export interface Clock {
  now(): number;
  setInterval(callback: () => void, intervalMs: number): unknown;
  clearInterval(handle: unknown): void;
}

/** The clock of the browser. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setInterval: (callback, intervalMs) => setInterval(callback, intervalMs),
  clearInterval: (handle) => clearInterval(handle as number),
};
