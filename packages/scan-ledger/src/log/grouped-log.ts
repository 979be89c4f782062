import type { LoggedScan } from './logged-scan.ts';

/** The scans of one day, the newest first. */
export interface LogDay {
  /** Midnight, in epoch milliseconds. */
  readonly start: number;
  readonly scans: readonly LoggedScan[];
}

/** The log grouped by day, the newest day first: lines of day headers and scans. */
export interface GroupedLog {
  readonly days: readonly LogDay[];
  /** The line number of each day's header. */
  readonly firstLines: readonly number[];
  /** Headers and scans together. */
  readonly lineCount: number;
}

/** A log without scans. */
export const EMPTY_LOG: GroupedLog = { days: [], firstLines: [], lineCount: 0 };

/** Returns the midnight that an instant's day began with, in epoch milliseconds. */
export type StartOfDay = (at: number) => number;

const deviceDay: StartOfDay = (at) => new Date(at).setHours(0, 0, 0, 0);

/**
 * Adds scans to the log by claimed time: a scan delivered late joins the day on which it was made. A scan that the log
 * has already does not change. Only days that receive scans are rebuilt, so that the cost of a page does not grow.
 * @param startOfDay the same for all scans of a log @default by the device's time zone
 */
export function addScans(
  log: GroupedLog,
  scans: readonly LoggedScan[],
  startOfDay: StartOfDay = deviceDay,
): GroupedLog {
  const added = Map.groupBy(scans, ({ claimedAt }) => startOfDay(Date.parse(claimedAt)));
  const known = new Set(log.days.map(({ start }) => start));
  const days = [
    ...log.days.map((day) => {
      const more = added.get(day.start);
      return more ? { ...day, scans: merge(day.scans, more) } : day;
    }),
    ...[...added].filter(([start]) => !known.has(start)).map(([start, more]) => ({ start, scans: merge([], more) })),
  ].sort((a, b) => b.start - a.start);
  let lineCount = 0;
  const firstLines = days.map(({ scans: { length } }) => {
    const first = lineCount;
    lineCount += length + 1;
    return first;
  });
  return { days, firstLines, lineCount };
}

function merge(existing: readonly LoggedScan[], more: readonly LoggedScan[]): LoggedScan[] {
  // Two copies of a scan have the same time: sorted they are neighbours, the existing one first.
  return [...existing, ...more]
    .sort((a, b) => compare(b.claimedAt, a.claimedAt) || compare(b.id, a.id))
    .filter(({ id }, index, sorted) => id !== sorted[index - 1]?.id);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
