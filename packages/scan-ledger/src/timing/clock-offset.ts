import type { ClockReading } from '../model/clock-reading.ts';
import type { ClockOffsetStore } from '../ports/clock-offset-store.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';

/** A change of the offset beyond what the duration of a call explains. */
const CLOCK_DRIFT_MS = 1_000;

const SAVE_EVERY_MS = 60_000;

/** How far the server's clock is ahead of this device's. */
export interface ClockOffset {
  /** Measures with the `Date` header of an answer to a call that began and ended at these epoch milliseconds. */
  measure(date: Date | null, startedAt: number, endedAt: number): void;
  /** `null` before the first measurement. */
  read(): ClockReading | null;
  /** Loads the measurement of an earlier page, unless this page has measured since. */
  restore(): Promise<void>;
}

/** Options of createClockOffset. */
export interface ClockOffsetOptions {
  readonly store: ClockOffsetStore;
  readonly log: LedgerLog;
}

/** Creates a clock offset that saves what it measures: changes at once, confirmations once a minute. */
export function createClockOffset({ store, log }: ClockOffsetOptions): ClockOffset {
  let reading: ClockReading | null = null;
  let savedAt = 0;

  function save(next: ClockReading, before: ClockReading | null): void {
    const isNew = !before || Math.abs(next.offsetMs - before.offsetMs) > CLOCK_DRIFT_MS;
    if (!isNew && next.checkedAt - savedAt < SAVE_EVERY_MS) return;
    savedAt = next.checkedAt;
    void store.saveClockOffset(next).catch((cause) => log({ name: 'ledger-clock-not-saved', cause }));
  }

  return {
    measure(date, startedAt, endedAt) {
      // The device's clock was set back during the call: the measurement is void.
      if (!date || Number.isNaN(date.getTime()) || endedAt < startedAt) return;
      // The header has no milliseconds: on average the server's time is half a second later.
      const serverAt = date.getTime() + 500;
      const before = reading;
      reading = { offsetMs: Math.round(serverAt - (startedAt + endedAt) / 2), checkedAt: date.getTime() };
      save(reading, before);
    },
    read: () => reading,
    async restore() {
      const saved = await store.readClockOffset().catch(() => null);
      reading ??= saved;
    },
  };
}
