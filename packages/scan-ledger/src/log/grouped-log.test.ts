import { expect, test } from 'vitest';
import {
  addScans,
  createLogGrouper,
  EMPTY_LOG,
  type GroupedLog,
  isDayLine,
  keyAt,
  type LoggedScan,
  lineAt,
} from './index.ts';

const DAY = { weekday: 'long', year: '2-digit', month: 'numeric', day: 'numeric' } as const;

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

function scan(id: string, claimedAt: string, other: Partial<LoggedScan> = {}): LoggedScan {
  return {
    id,
    barcode: id,
    mode: 'entry',
    checkpoint: 'Gate A',
    clerk: 'm.okafor',
    claimedAt,
    receivedAt: claimedAt,
    verdict: null,
    sync: 'sent',
    conflict: null,
    undone: false,
    ...other,
  };
}

const linesOf = (log: GroupedLog) => Array.from({ length: log.lineCount }, (_, index) => lineAt(log, index));

const describeLog = (log: GroupedLog) =>
  linesOf(log).map((line) =>
    line?.kind === 'day'
      ? `${new Date(line.start).toLocaleDateString('en', DAY)}: ${line.count}${line.isLast ? ' or more' : ''}`
      : `${line?.scan.id} ${line?.position}`,
  );

const describeScans = (scans: LoggedScan[]) => describeLog(addScans(EMPTY_LOG, scans));

test('every day has a header with its count, the newest first', () => {
  expect(describeScans([scan('c', at(21, 9)), scan('b', at(20, 23)), scan('a', at(20, 1))])).toEqual([
    'Saturday, 11/21/26: 1',
    'c only',
    'Friday, 11/20/26: 2 or more',
    'b first',
    'a last',
  ]);
});

test('a scan that was delivered late is on the day on which it was made', () => {
  const late = scan('late', at(20, 12), { receivedAt: at(21, 10) });
  expect(describeScans([late, scan('b', at(21, 9)), scan('a', at(20, 1))])).toEqual([
    'Saturday, 11/21/26: 1',
    'b only',
    'Friday, 11/20/26: 2 or more',
    'late first',
    'a last',
  ]);
});

test("days begin where the caller's do", () => {
  const fromSix = (time: number) => {
    const start = new Date(time).setHours(6, 0, 0, 0);
    return start > time ? start - 86_400_000 : start;
  };
  const scans = [scan('c', at(21, 7)), scan('b', at(21, 5)), scan('a', at(20, 7))];
  expect(describeLog(createLogGrouper((page: LoggedScan[]) => page, fromSix)([scans]))).toEqual([
    'Saturday, 11/21/26: 1',
    'c only',
    'Friday, 11/20/26: 2 or more',
    'b first',
    'a last',
  ]);
});

test('a day continues with the next page', () => {
  const first = addScans(EMPTY_LOG, [scan('c', at(21, 9)), scan('b', at(20, 23))]);
  expect(describeLog(addScans(first, [scan('a', at(20, 1))]))).toEqual([
    'Saturday, 11/21/26: 1',
    'c only',
    'Friday, 11/20/26: 2 or more',
    'b first',
    'a last',
  ]);
});

test('a scan of two sources is listed once, as in the first of them', () => {
  const sent = addScans(EMPTY_LOG, [scan('a', at(21, 9))]);
  const log = addScans(sent, [scan('a', at(21, 9), { sync: 'waiting' })]);
  expect(lineAt(log, 1)).toMatchObject({ kind: 'scan', position: 'only', scan: { sync: 'sent' } });
  expect(log.lineCount).toBe(2);
});

test.each([1, 2, 3, 7, 50])(
  'in pages of %i or all at once, the log is the same, and every line finds itself',
  (pageSize) => {
    // 50 scans of four days in no order: 37 is prime to 96.
    const all = Array.from({ length: 50 }, (_, index) => scan(`scan-${index}`, at(17, (index * 37) % 96)));
    const pages = all.flatMap((_, index) => (index % pageSize === 0 ? [all.slice(index, index + pageSize)] : []));
    const group = createLogGrouper((page: LoggedScan[]) => page);
    for (const index of pages.keys()) group(pages.slice(0, index + 1));
    const grown = group(pages);

    expect(describeLog(grown)).toEqual(describeScans(all));
    expect(grown.lineCount).toBe(54);
    const times = linesOf(grown).flatMap((line) => (line?.kind === 'scan' ? [line.scan.claimedAt] : []));
    expect(times).toEqual(
      all
        .map(({ claimedAt }) => claimedAt)
        .sort()
        .reverse(),
    );
    for (const [index, line] of linesOf(grown).entries()) {
      expect(isDayLine(grown, index)).toBe(line?.kind === 'day');
      expect(keyAt(grown, index)).toBe(line?.kind === 'day' ? line.start : line?.scan.id);
    }
  },
);

test('pages that are read anew make a new log', () => {
  const group = createLogGrouper((page: LoggedScan[]) => page);
  const second = [scan('a', at(20, 1))];
  group([[scan('b', at(21, 9))], second]);
  expect(describeLog(group([[scan('c', at(21, 10))], second]))).toEqual([
    'Saturday, 11/21/26: 1',
    'c only',
    'Friday, 11/20/26: 1 or more',
    'a only',
  ]);
});

test('a day that no page has touched stays the very same', () => {
  const log = addScans(EMPTY_LOG, [scan('b', at(21, 9)), scan('a', at(20, 1))]);
  expect(addScans(log, [scan('0', at(20, 0))]).days[0]).toBe(log.days[0]);
});
