import type { ClockReading } from '../model/clock-reading.ts';

/** The last measurement of the server's clock. */
export interface ClockOffsetStore {
  readClockOffset(): Promise<ClockReading | null>;
  saveClockOffset(reading: ClockReading): Promise<void>;
}
