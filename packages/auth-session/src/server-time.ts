import type { Clock } from './clock.ts';

/** `Date` has whole seconds and answers take time: smaller differences are noise. */
const NOISE_MS = 30_000;

/** How far the server's clock is ahead of this device's, learned from `Date` headers. */
export interface ServerTime {
  /** Milliseconds; null until an answer has shown its `Date`. */
  getOffsetMs(): number | null;
  /** `date` is the header of an answer to a request sent at `sentAt`. */
  learn(date: string | null, sentAt: number): void;
  /** The device's time, corrected by how far its clock was moved since `issuedOffsetMs` was measured. */
  nowFor(issuedOffsetMs: number | null): number;
}

/** Trusts the device's clock to be steady, not to be right; `Date` headers show when it was moved. */
export function createServerTime(clock: Clock): ServerTime {
  let offsetMs: number | null = null;
  return {
    getOffsetMs: () => offsetMs,
    learn(date, sentAt) {
      const serverMs = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(serverMs)) return;
      const measuredMs = Math.round(serverMs - (sentAt + clock.now()) / 2);
      if (offsetMs === null || Math.abs(measuredMs - offsetMs) > NOISE_MS) offsetMs = measuredMs;
    },
    nowFor(issuedOffsetMs) {
      if (offsetMs === null || issuedOffsetMs === null) return clock.now();
      const movedMs = offsetMs - issuedOffsetMs;
      return Math.abs(movedMs) > NOISE_MS ? clock.now() + movedMs : clock.now();
    },
  };
}
