import { expect, test } from 'vitest';
import type { LedgerScan } from '../index.ts';
import { countWithUnsent, type LogFilters, NO_COUNTS } from './index.ts';

const unsent = ['refused', 'refused', null].map((outcome, index) => ({
  scan: { id: `${index}`, barcode: 'A', mode: index === 0 ? 'exit' : 'entry', device_id: 'gate-1' },
  sync: index === 0 ? 'quarantined' : 'waiting',
  verdict: outcome && { outcome },
})) as unknown as LedgerScan[];

function countsOf(filters: LogFilters, more = unsent) {
  const { complete, all, outcomes, this_device, conflicts } = countWithUnsent(
    { ...NO_COUNTS, all: 10, outcomes: { ...NO_COUNTS.outcomes, refused: 4 }, this_device: 6 },
    { unsent: more, filters, deviceId: 'gate-1' },
  );
  return [complete, all, outcomes.refused, outcomes.undecided, this_device, conflicts];
}

test('each chip counts the unsent scans that it would list', () => {
  expect(countsOf({})).toEqual([true, 13, 6, 1, 9, 0]);
  expect(countsOf({ outcome: 'undecided' })).toEqual([true, 13, 6, 1, 7, 0]);
  expect(countsOf({ mode: 'entry' })).toEqual([true, 12, 5, 1, 8, 0]);
  expect(countsOf({ device_id: 'gate-2' })).toEqual([true, 13, 4, 0, 9, 0]);
  expect(countsOf({ sync: 'quarantined' })).toEqual([true, 11, 5, 0, 7, 0]);
});

test('of more unsent scans than are listed the counts are lower bounds', () => {
  expect(countsOf({}, Array(200).fill(unsent[0]))).toEqual([false, 210, 204, 0, 206, 0]);
  // Waiting ones and those in quarantine are lists of their own.
  const both = [...Array(120).fill(unsent[0]), ...Array(120).fill(unsent[1])];
  expect(countsOf({}, both)[0]).toBe(true);
  // More may wait than are listed, also where the server has some of them.
  const counts = countWithUnsent(NO_COUNTS, {
    ...{ unsent: Array(200).fill(unsent[0]), counted: new Set(['0']), filters: {}, deviceId: null },
  });
  expect([counts.complete, counts.all]).toEqual([false, 0]);
});
