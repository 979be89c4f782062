import { systemClock as deviceClock } from '@scantix/runtime-utils';

/** The wall clock and its timers. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the device. */
export const systemClock: Clock = deviceClock;
