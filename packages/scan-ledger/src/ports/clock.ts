import { systemClock as deviceClock } from '@scantix/runtime-utils';

/** The wall clock, a steady one, and timers. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since some moment; never goes back. May stand still while the device sleeps. */
  monotonicNow(): number;
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the device. */
export const systemClock: Clock = deviceClock;
