import { expect, test } from 'vitest';
import type { LedgerScan } from '../index.ts';
import { addUnsent, createLogGrouper, type LoggedScan, prependNewest, type ServerLogPage } from './index.ts';

const GATE = { id: '01a1fc4f-66db-7413-888b-aaf9e3b59103', name: 'Gate A' };
const at = (hour: number) => new Date(2026, 10, 21, hour).toISOString();

const sent = (id: string, hour: number) => ({ id, barcode: id, claimedAt: at(hour), sync: 'sent' }) as LoggedScan;

function waiting(id: string, hour: number, mode: 'entry' | 'exit' = 'entry'): LedgerScan {
  const scan = { id, barcode: id, mode, checkpoint_id: GATE.id, claimed_at: at(hour), claimed_by: 'anna' };
  return { scan, domain: 'north', sync: 'waiting', verdict: null, tally: 'undecided' } as LedgerScan;
}

function mergedIds(pages: readonly ServerLogPage[], unsent: readonly LedgerScan[], filters = {}) {
  const grouped = createLogGrouper(({ items }: ServerLogPage) => items)(pages);
  const { days } = addUnsent(grouped, pages, { unsent, filters, checkpoints: [GATE] });
  return days.flatMap(({ scans }) => scans.map(({ id }) => id));
}

test('unsent scans are merged by time, if they match the filters', () => {
  const pages = [{ items: [sent('c', 12), sent('a', 9)], next: undefined }];
  const unsent = [waiting('b', 10), waiting('exit', 11, 'exit'), waiting('old', 1)];
  expect(mergedIds(pages, unsent, { mode: 'entry' })).toEqual(['c', 'b', 'a', 'old']);
});

test('unsent scans are of the day that the log was grouped by', () => {
  const startOfDay = () => 0;
  const pages = [{ items: [sent('c', 12)], next: undefined }];
  const grouped = createLogGrouper(({ items }: ServerLogPage) => items, startOfDay)(pages);
  const more = { unsent: [waiting('b', 10)], filters: {}, checkpoints: [GATE], startOfDay };
  expect(addUnsent(grouped, pages, more).days).toMatchObject([{ start: 0, scans: [{ id: 'c' }, { id: 'b' }] }]);
});

test('while the server has further pages, unsent scans older than the last page are left out', () => {
  const pages = [{ items: [sent('c', 12), sent('a', 9)], next: 'cursor' }];
  expect(mergedIds(pages, [waiting('b', 10), waiting('old', 1)])).toEqual(['c', 'b', 'a']);
});

test('a scan of a clock that is ahead, at the end of a page, hides none that waits', () => {
  const pages = [{ items: [sent('c', 12), sent('a', 9), sent('ahead', 23)], next: 'cursor' }];
  expect(mergedIds(pages, [waiting('b', 10), waiting('old', 1)])).toEqual(['ahead', 'c', 'b', 'a']);
});

test('a scan that the server has already is shown once, also where the server doubts its time', () => {
  const doubted = { ...sent('b', 10), claimedAt: at(20) };
  const pages = [{ items: [doubted, sent('c', 12)], next: undefined }];
  expect(mergedIds(pages, [waiting('b', 10)])).toEqual(['b', 'c']);
});

test('a newest page goes in front of the others only if no scan is missing between them', () => {
  const pages = [{ items: [sent('b', 10), sent('a', 9)], next: 'cursor' }];
  const overlapping = { items: [sent('c', 11), sent('b', 10)], next: 'other' };
  expect(prependNewest(overlapping, pages)).toEqual([overlapping, ...pages]);
  // Nothing new: the list does not grow each time that somebody looks.
  const same = { ...(pages[0] as ServerLogPage) };
  expect(prependNewest(same, pages)).toEqual(pages);
  expect(prependNewest({ items: [sent('d', 12)], next: 'other' }, pages)).toBeNull();
});
