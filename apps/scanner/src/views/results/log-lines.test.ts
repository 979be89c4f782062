import { expect, test } from 'vitest';
import { toLogLines } from './log-lines.ts';
import type { LoggedScan } from './logged-scan.ts';

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

const told = (scans: LoggedScan[], hasMore = false) =>
  toLogLines(scans, { locale: 'en', hasMore }).map((line) =>
    line.kind === 'day' ? `${line.day}: ${line.count}` : `${line.key} ${line.place}`,
  );

test('every day has a header with its count, the newest first', () => {
  expect(told([scan('c', at(21, 9)), scan('b', at(20, 23)), scan('a', at(20, 1))])).toEqual([
    'Saturday, 11/21/26: 1',
    'c only',
    'Friday, 11/20/26: 2',
    'b first',
    'a last',
  ]);
});

test('a scan that was delivered late stands with the day on which it was made', () => {
  const late = scan('late', at(20, 12), { receivedAt: at(21, 10) });
  expect(told([late, scan('b', at(21, 9)), scan('a', at(20, 1))])).toEqual([
    'Saturday, 11/21/26: 1',
    'b only',
    'Friday, 11/20/26: 2',
    'late first',
    'a last',
  ]);
});

test('the last day has no count while older scans may come', () => {
  expect(told([scan('b', at(21, 9)), scan('a', at(20, 1))], true)).toEqual([
    'Saturday, 11/21/26: 1',
    'b only',
    'Friday, 11/20/26: null',
    'a only',
  ]);
});

test('what two sources know is told once, as the first of them does', () => {
  const [, line] = toLogLines([scan('a', at(21, 9)), scan('a', at(21, 9), { sync: 'waiting' })], {
    locale: 'en',
    hasMore: false,
  });
  expect(line).toMatchObject({ kind: 'scan', place: 'only', scan: { sync: 'sent' } });
});
