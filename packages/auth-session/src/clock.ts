import { systemClock as machineClock } from '@scantix/runtime-utils';

/** The wall clock and its timers, as the session needs them. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = machineClock;
