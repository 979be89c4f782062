import type { LoggedScan } from './logged-scan.ts';

/** The scans of one day where the reader is, the newest first. */
export interface LogDay {
  /** Its midnight, in epoch milliseconds. */
  readonly start: number;
  readonly scans: readonly LoggedScan[];
}

/** The log under day headers, the newest day first; `firstLines` are where its headers stand. */
export interface LogSheet {
  readonly days: readonly LogDay[];
  readonly firstLines: readonly number[];
  readonly lineCount: number;
}

/** One line of the log: a day's header, or a scan. */
export type LogLine =
  | {
      readonly kind: 'day';
      /** Its midnight, in epoch milliseconds. */
      readonly start: number;
      readonly count: number;
      /** Whether it is the oldest: older scans may still come to it. */
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'scan';
      readonly scan: LoggedScan;
      /** Where it stands in its day. */
      readonly place: 'first' | 'last' | 'only' | 'between';
    };

export const EMPTY_SHEET: LogSheet = { days: [], firstLines: [], lineCount: 0 };

/**
 * The sheet with further scans in their places, by the time they were claimed: what a device delivered late stands with
 * its day. A scan that is there already stays as it is. Only the days that get one are made anew, so that the five
 * hundredth page costs no more than the second.
 */
export function addToSheet(sheet: LogSheet, scans: readonly LoggedScan[]): LogSheet {
  const added = Map.groupBy(scans, ({ claimedAt }) => new Date(claimedAt).setHours(0, 0, 0, 0));
  const known = new Set(sheet.days.map(({ start }) => start));
  const days = [
    ...sheet.days.map((day) => {
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

function merge(there: readonly LoggedScan[], more: readonly LoggedScan[]): LoggedScan[] {
  // The same scan from two sources has the same time: once sorted they are neighbours, the first to come in front.
  return [...there, ...more]
    .sort((a, b) => compare(b.claimedAt, a.claimedAt) || compare(b.id, a.id))
    .filter(({ id }, index, sorted) => id !== sorted[index - 1]?.id);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The line at a place; `undefined` beyond the last. */
export function lineAt(sheet: LogSheet, index: number): LogLine | undefined {
  const { day, at, isLast } = find(sheet, index);
  if (!day) return undefined;
  const { start, scans } = day;
  if (at === -1) return { kind: 'day', start, count: scans.length, isLast };
  const scan = scans[at];
  return scan && { kind: 'scan', scan, place: placeOf(at, scans.length) };
}

/** Whether a line is a day's header. */
export function isDayLine(sheet: LogSheet, index: number): boolean {
  return find(sheet, index).at === -1;
}

/** What tells a line from every other, wherever it stands. */
export function keyAt(sheet: LogSheet, index: number): string | number {
  const { day, at } = find(sheet, index);
  return day?.scans[at]?.id ?? day?.start ?? index;
}

/** The day of a line, and which of its scans it is: -1 is the header. */
function find({ days, firstLines }: LogSheet, index: number) {
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

function placeOf(index: number, length: number) {
  if (length === 1) return 'only';
  if (index === 0) return 'first';
  return index === length - 1 ? 'last' : 'between';
}

/**
 * Makes sheets of growing lists of pages: a list that goes on from the one before costs only its further pages. `read`
 * gives the scans of a page.
 */
export function createSheetMaker<Page>(read: (page: Page) => readonly LoggedScan[]) {
  let done: readonly Page[] = [];
  let sheet = EMPTY_SHEET;
  return (pages: readonly Page[]): LogSheet => {
    if (done.length > pages.length || done.some((page, index) => page !== pages[index])) {
      done = [];
      sheet = EMPTY_SHEET;
    }
    if (pages.length > done.length) sheet = addToSheet(sheet, pages.slice(done.length).flatMap(read));
    done = pages;
    return sheet;
  };
}
