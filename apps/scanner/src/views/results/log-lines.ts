import { formatDay } from '../../format/dates.ts';
import type { LoggedScan } from './logged-scan.ts';

/** One line of the log: a day's header, or a scan. */
export type LogLine =
  | {
      readonly kind: 'day';
      readonly key: string;
      readonly day: string;
      /** How many scans it had; `null` while older ones may still come. */
      readonly count: number | null;
    }
  | {
      readonly kind: 'scan';
      readonly key: string;
      readonly scan: LoggedScan;
      /** Where it stands in its day. */
      readonly place: 'first' | 'last' | 'only' | 'between';
    };

/**
 * The log under day headers, the newest first by the time it was claimed: what a device delivered late stands with its
 * day. A scan that two sources know is told once, as the first of them does.
 */
export function toLogLines(
  scans: readonly LoggedScan[],
  { locale, hasMore }: { locale: string; hasMore: boolean },
): LogLine[] {
  const known = new Map<string, LoggedScan>();
  for (const scan of scans) if (!known.has(scan.id)) known.set(scan.id, scan);
  const newestFirst = [...known.values()].sort((a, b) => compare(b.claimedAt, a.claimedAt) || compare(b.id, a.id));
  const days = new Map<string, LoggedScan[]>();
  for (const scan of newestFirst) {
    const day = formatDay(scan.claimedAt, locale);
    const list = days.get(day);
    if (list) list.push(scan);
    else days.set(day, [scan]);
  }
  return [...days].flatMap(([day, list], index): LogLine[] => [
    { kind: 'day', key: day, day, count: hasMore && index === days.size - 1 ? null : list.length },
    ...list.map((scan, at): LogLine => ({ kind: 'scan', key: scan.id, scan, place: placeOf(at, list.length) })),
  ]);
}

function placeOf(index: number, length: number) {
  if (length === 1) return 'only';
  if (index === 0) return 'first';
  return index === length - 1 ? 'last' : 'between';
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
