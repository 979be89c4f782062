/** Where the time comes from: epoch milliseconds. */
export interface Clock {
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
