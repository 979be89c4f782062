/** How far the server's clock is ahead of this device's. */
export interface ClockOffset {
  /** Takes the `Date` of an answer to a call that began and ended at these epoch milliseconds. */
  measure(date: Date | null, startedAt: number, endedAt: number): void;
  /** Milliseconds; `null` before the first measurement. */
  read(): number | null;
}

export function createClockOffset(): ClockOffset {
  let offsetMs: number | null = null;
  return {
    measure(date, startedAt, endedAt) {
      // Between the two the device's clock was set back: nothing can be told.
      if (!date || Number.isNaN(date.getTime()) || endedAt < startedAt) return;
      // The header leaves out milliseconds: on average the server was half a second further.
      offsetMs = Math.round(date.getTime() + 500 - (startedAt + endedAt) / 2);
    },
    read: () => offsetMs,
  };
}
