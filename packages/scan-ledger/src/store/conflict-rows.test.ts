import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { systemClock } from '../ports/clock.ts';
import { createMemoryScanStore } from '../testing/index.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';

const conflict = (id: string) => ({ id, scanId: `scan of ${id}` }) as never;

test.each([
  [
    'IndexedDB',
    () => createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName: 'c', deadlineMs: 5_000 }),
  ],
  ['memory', () => createMemoryScanStore()],
])(
  'over %s a list takes the place of those it covers, and leaves what is older or of another domain',
  async (_, open) => {
    const store = open();
    const ids = async (domain = 'north') => (await store.listConflicts(domain)).map(({ id }) => id);
    await store.putConflicts('north', ['1', '2', '3'].map(conflict), { now: 10 });
    await store.putConflicts('south', [conflict('2-south')], { now: 10 });
    await store.putConflicts('north', [conflict('4')], { now: 30, since: 20, from: '2' });
    expect(await ids()).toEqual(['4', '1']);
    // Saved since the list was asked for: it may not have it yet.
    await store.putConflicts('north', [conflict('5')], { now: 50 });
    await store.putConflicts('north', [conflict('6')], { now: 60, since: 40 });
    expect([await ids(), await ids('south')]).toEqual([['6', '5'], ['2-south']]);
  },
);
