import { atWall, offsetAt } from '../system/wall-clock.ts';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/** How a timeline is divided. */
export interface Steps {
  readonly stepMs: number;
  /** IANA name. */
  readonly timeZone: string;
  /** Ends after so many. */
  readonly max: number;
}

/** When the steps of a period begin: full hours and days by the clock of a zone, in epoch milliseconds. */
export function stepStarts({ from, to }: { from: Date; to: Date }, { stepMs, timeZone, max }: Steps): number[] {
  // The clocks of all zones differ from UTC by quarters of an hour.
  const offset = (at: number) => (stepMs > QUARTER_MS ? offsetAt(at, timeZone) : 0);
  const floor = (at: number) => Math.floor((at + offset(at)) / stepMs) * stepMs;
  const starts: number[] = [];
  if (stepMs === DAY_MS) {
    for (let wall = floor(from.getTime()); starts.length < max; wall += DAY_MS) {
      const at = atWall(wall, timeZone);
      if (at >= to.getTime()) break;
      starts.push(at);
    }
    return starts;
  }
  const wall = floor(from.getTime());
  for (let at = wall - offset(from.getTime()); at < to.getTime() && starts.length < max; ) {
    starts.push(at);
    const next = at + stepMs;
    // After clocks have changed by half an hour, the next full hour is nearer.
    const full = floor(next) - offset(next);
    at = full > at && offset(full) === offset(next) ? full : next;
  }
  return starts;
}
