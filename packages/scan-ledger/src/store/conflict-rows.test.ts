import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { LedgerConflict } from '../model/ledger-conflict.ts';
import { systemClock } from '../ports/clock.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import { toPromise } from './transact.ts';

const AT = Date.parse('2026-11-21T09:00:00.000Z');
const conflict = (id: string): LedgerConflict => ({
  ...{ id, scanId: `scan-${id}`, kind: 'already_used', createdAt: '2026-11-21T09:00:00.000Z' },
});

function createStore() {
  const indexedDB = new IDBFactory();
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName: 'log', deadlineMs: 5_000 });
  const ids = async (domain = 'north') => (await store.listConflicts(domain)).map(({ id }) => id);
  return { indexedDB, store, ids };
}

test('conflicts are listed as they were saved, those of the domain alone, the newest first', async () => {
  const { store, ids } = createStore();
  await store.putConflicts('north', [conflict('1'), conflict('2')], { now: AT });
  await store.putConflicts('south', [conflict('3')], { now: AT });
  expect(await store.listConflicts('north')).toEqual([conflict('2'), conflict('1')]);
  await store.removeConflict('2');
  await store.removeConflict('unknown');
  expect([await ids(), await ids('south')]).toEqual([['1'], ['3']]);
  expect((await store.count('north')).conflicts).toBe(1);
});

test('what the server lists no longer is deleted, but for what was saved since it was asked, and for other domains', async () => {
  const { store, ids } = createStore();
  await store.putConflicts('north', [conflict('1'), conflict('2')], { now: AT });
  await store.putConflicts('south', [conflict('4')], { now: AT });
  await store.putConflicts('north', [conflict('3')], { now: AT + 10 });
  expect(await ids()).toEqual(['3', '2', '1']);
  await store.putConflicts('north', [conflict('1')], { now: AT + 20, since: AT + 10 });
  expect([await ids(), await ids('south')]).toEqual([['3', '1'], ['4']]);
});

test('what the server lists stays where the clock is set back meanwhile', async () => {
  const { store, ids } = createStore();
  await store.putConflicts('north', [conflict('1')], { now: AT });
  await store.putConflicts('north', [conflict('2')], { now: AT, since: AT + 60_000 });
  expect(await ids()).toEqual(['2']);
});

test('a conflict that was saved while the clock was ahead goes once the server lists it no longer', async () => {
  const { store, ids } = createStore();
  await store.putConflicts('north', [conflict('1')], { now: AT + 86_400_000 });
  await store.putConflicts('north', [conflict('2')], { now: AT + 1_000 });
  await store.putConflicts('north', [], { now: AT, since: AT - 1_000 });
  expect(await ids()).toEqual(['2']);
});

test('a conflict that cannot be opened is not listed', async () => {
  const { indexedDB, store, ids } = createStore();
  await store.putConflicts('north', [conflict('1'), conflict('2')], { now: AT });
  const database = await toPromise(indexedDB.open('log'));
  const rows = database.transaction('conflicts', 'readwrite').objectStore('conflicts');
  const row = await toPromise(rows.get('1'));
  await toPromise(rows.put({ ...row, conflict: { ...row.conflict, data: new ArrayBuffer(32) } }));
  database.close();
  expect(await ids()).toEqual(['2']);
});
