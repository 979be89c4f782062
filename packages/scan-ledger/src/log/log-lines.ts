import type { GroupedLog } from './grouped-log.ts';
import type { LoggedScan } from './logged-scan.ts';

/** One line of the log: a day's header, or a scan. */
export type LogLine =
  | {
      readonly kind: 'day';
      /** Midnight, in epoch milliseconds. */
      readonly start: number;
      readonly count: number;
      /** Whether it is the oldest day: the next page may add scans to it. */
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'scan';
      readonly scan: LoggedScan;
      /** The position within its day. */
      readonly position: 'first' | 'last' | 'only' | 'between';
    };

/** Returns the line of an index; `undefined` beyond the last. */
export function lineAt(log: GroupedLog, index: number): LogLine | undefined {
  const { day, at, isLast } = find(log, index);
  if (!day) return undefined;
  const { start, scans } = day;
  if (at === -1) return { kind: 'day', start, count: scans.length, isLast };
  const scan = scans[at];
  return scan && { kind: 'scan', scan, position: positionOf(at, scans.length) };
}

/** Whether a line is a day's header. */
export function isDayLine(log: GroupedLog, index: number): boolean {
  return find(log, index).at === -1;
}

/** Returns the identity of a line, independent of its index. */
export function keyAt(log: GroupedLog, index: number): string | number {
  const { day, at } = find(log, index);
  return day?.scans[at]?.id ?? day?.start ?? index;
}

/** The day of a line, and the index of its scan: -1 is the header. */
function find({ days, firstLines }: GroupedLog, index: number) {
  const dayIndex = lastAtOrBefore(firstLines, index);
  const at = index - (firstLines[dayIndex] ?? 0) - 1;
  return { day: days[dayIndex], at, isLast: dayIndex === days.length - 1 };
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function positionOf(index: number, length: number) {
  if (length === 1) return 'only';
  if (index === 0) return 'first';
  return index === length - 1 ? 'last' : 'between';
}
