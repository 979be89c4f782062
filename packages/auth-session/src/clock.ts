import { systemClock as machineClock } from '@scantix/runtime-utils';

/** The wall clock, a steady one, and timers, as the session needs them. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Whole milliseconds since some moment; never goes back. May stand still while the device sleeps. */
  monotonicNow(): number;
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = machineClock;
