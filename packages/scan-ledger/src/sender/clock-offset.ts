/** How the server's clock stood to this device's, the last time the two were compared. */
export interface ClockReading {
  /** Server minus device, in milliseconds. */
  readonly offsetMs: number;
  /** The server's time then: epoch milliseconds. */
  readonly checkedAt: number;
}

/** How far the server's clock is ahead of this device's. */
export interface ClockOffset {
  /** Takes the `Date` of an answer to a call that began and ended at these epoch milliseconds. */
  measure(date: Date | null, startedAt: number, endedAt: number): void;
  /** `null` before the first measurement. */
  read(): ClockReading | null;
  /** Takes over what an earlier page measured, unless this one has measured since. */
  restore(reading: ClockReading | null): void;
}

export function createClockOffset(
  onMeasured: (reading: ClockReading, before: ClockReading | null) => void,
): ClockOffset {
  let reading: ClockReading | null = null;
  return {
    measure(date, startedAt, endedAt) {
      // Between the two the device's clock was set back: nothing can be told.
      if (!date || Number.isNaN(date.getTime()) || endedAt < startedAt) return;
      // The header leaves out milliseconds: on average the server was half a second further.
      const serverAt = date.getTime() + 500;
      const before = reading;
      reading = { offsetMs: Math.round(serverAt - (startedAt + endedAt) / 2), checkedAt: date.getTime() };
      onMeasured(reading, before);
    },
    read: () => reading,
    restore(kept) {
      reading ??= kept;
    },
  };
}
