import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import type { Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import { toPromise } from './transact.ts';

const ID = '01939f8e-0000-7000-8000-000000000001';
const AT = '2026-11-21T09:00:00.000Z';
const UNDECIDED: Verdict = {
  ...{ outcome: 'undecided', reason: 'not_in_snapshot', certainty: 'pending', mode: 'entry', decided_at: AT },
};

/** A store with a scan of which this was shown. */
async function createStore(shown?: Verdict) {
  const indexedDB = new IDBFactory();
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName: 'log', deadlineMs: 5_000 });
  const claim = { id: ID, claimedAt: Date.parse(AT), clock: null, deviceId: 'device-1', claimedBy: 'anna' };
  await store.add(makeScan(read('A'), claim), 'north');
  if (shown) await store.saveShownVerdict(ID, shown);
  return { indexedDB, store, decide: () => store.saveClerkDecision(ID, 'let_in', AT) };
}

test('a clerk decides once what nobody has decided', async () => {
  const { store, decide } = await createStore(UNDECIDED);
  const decided = await decide();
  expect(decided).toMatchObject({ outcome: 'accepted', certainty: 'device', decided_at: AT });
  expect(await store.saveClerkDecision(ID, 'turned_away', AT)).toEqual(decided);
  expect(await store.get(ID)).toMatchObject({ verdict: decided, tally: 'admitted' });
});

test('a verdict that leaves nothing open stays', async () => {
  const shown: Verdict = { ...UNDECIDED, outcome: 'refused', reason: 'blocked', certainty: 'device' };
  const { store, decide } = await createStore(shown);
  expect(await decide()).toEqual(shown);
  expect((await store.get(ID))?.verdict).toEqual(shown);
});

test('nothing is decided of a scan without a verdict, of an unknown one, or of one that cannot be opened', async () => {
  const { store, decide } = await createStore();
  expect(await decide()).toBeNull();
  expect(await store.saveClerkDecision('unknown', 'let_in', AT)).toBeNull();
  const damaged = await createStore(UNDECIDED);
  const database = await toPromise(damaged.indexedDB.open('log'));
  const log = database.transaction('log', 'readwrite').objectStore('log');
  const row = await toPromise(log.get(ID));
  await toPromise(log.put({ ...row, scan: { ...row.scan, data: new ArrayBuffer(32) } }));
  database.close();
  expect(await damaged.decide()).toBeNull();
});
