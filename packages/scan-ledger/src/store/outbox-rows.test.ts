import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { AT, claim, createOutbox, idOf, request, verdict } from '../testing/outbox-under-test.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import { toPromise } from './transact.ts';

test('scans behind many that wait for an undo of their barcode are found, as many as asked for', async () => {
  const { store, settle, numbers } = await createOutbox('A', 'A', 'A', 'A', 'B', 'C', 'D');
  await settle(1);
  await store.addUndo(idOf(1), makeEvent(claim(2.5)), AT);
  const waiting = async (limit: number) => numbers(await store.waiting({ domain: 'north', limit }));
  expect(await waiting(2)).toEqual([2, 5]);
  expect(await waiting(3)).toEqual([2, 5, 6]);
  expect(await waiting(100)).toEqual([2, 5, 6, 7]);
  expect(await store.waiting({ domain: 'south', limit: 100 })).toEqual([]);
});

test('the pages of the outbox follow each other without a scan twice', async () => {
  const { store, settle, numbers } = await createOutbox('A', 'A', 'A', 'B', 'A', 'C', 'D');
  await settle(1);
  await store.addUndo(idOf(1), makeEvent(claim(2.5)), AT);
  expect(numbers(await store.waiting({ domain: 'north', limit: 3 }))).toEqual([2, 4, 6]);
});

test('of many that may be sent only as many are read as are asked for', async () => {
  const { store } = await createOutbox('A', 'B', 'C', 'D', 'E');
  using reads = vi.spyOn(IDBIndex.prototype, 'getAll');
  expect(await store.waiting({ domain: 'north', limit: 2 })).toHaveLength(2);
  expect(reads.mock.calls.filter(([, limit]) => limit === 2)).toHaveLength(1);
});

test('the outbox is leased until its last lease ends, and not after they are released', async () => {
  const { store } = await createOutbox('A', 'B', 'C');
  expect(await store.leasedUntil()).toBeNull();
  await store.lease([idOf(1)], request('one', { until: AT + 30_000 }));
  await store.lease([idOf(2)], request('two', { until: AT + 10_000 }));
  expect(await store.leasedUntil()).toBe(AT + 30_000);
  await store.release([idOf(1), idOf(3)], 'two');
  expect(await store.leasedUntil()).toBe(AT + 30_000);
  await store.release([idOf(1), idOf(2), idOf(9)], 'one');
  expect(await store.leasedUntil()).toBe(AT + 10_000);
});

test('a lease gives the scans that are free, in the order asked', async () => {
  const { store, numbers } = await createOutbox('A', 'B', 'C');
  expect(numbers(await store.lease([idOf(2)], request('one')))).toEqual([2]);
  const second = await store.lease([idOf(3), idOf(2), idOf(9), idOf(1)], request('two'));
  expect(numbers(second)).toEqual([3, 1]);
  expect(second.map(({ scan }) => scan?.barcode)).toEqual(['C', 'A']);
  expect(numbers(await store.lease([idOf(2)], request('two', { hasEnded: () => true })))).toEqual([2]);
});

test('a scan is leased with its record, after the earlier scans of its barcode that wait', async () => {
  const { store } = await createOutbox('A', 'B', 'A');
  expect(await store.add(makeScan(read('A'), claim(4)), 'north', request('one', { isFresh: true }))).toBe(null);
  // What leases is loaded by now.
  await store.leasedUntil();
  const leased = await store.add(makeScan(read('A'), claim(5)), 'north', request('one', { isFresh: true }));
  const ids = [1, 3, 4, 5].map(idOf);
  expect(await leased?.steps).toMatchObject(ids.map((id) => ({ kind: 'scan', id, scan: { id, barcode: 'A' } })));
  expect(await store.leaseChain(idOf(5), request('two', { isFresh: true }))).toEqual({ kind: 'busy' });
  expect(await store.leaseChain(idOf(5), request('one', { domain: 'south' }))).toEqual({ kind: 'foreign' });
});

test('an earlier scan that cannot be read does not stop the record of a later one', async () => {
  const { store, numbers } = await createOutbox('A');
  await store.leasedUntil();
  using _ = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('corrupt', 'UnknownError');
  });
  expect(await store.add(makeScan(read('A'), claim(2)), 'north', request('one', { isFresh: true }))).toBe(null);
  expect(numbers(await store.lease([idOf(2)], request('two')))).toEqual([2]);
});

test('a record that fails for want of room is not tried again without its lease', async () => {
  const { store } = await createOutbox('A');
  await store.leasedUntil();
  using writes = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const adding = store.add(makeScan(read('A'), claim(2)), 'north', request('one', { isFresh: true }));
  await expect(adding).rejects.toMatchObject({ code: 'quota' });
  expect([writes.mock.calls.length, await store.count('north')]).toMatchObject([1, { waiting: 1 }]);
});

test('a scan that goes back to the outbox is free and waits once', async () => {
  const { store, numbers } = await createOutbox('A');
  await store.lease([idOf(1)], request('one'));
  const rejected = {
    id: idOf(1),
    sync: 'quarantined',
    verdict: null,
    receivedAt: '',
    knewDeviceVerdict: true,
  } as const;
  await store.settle([{ ...rejected, error: { code: 'rejected', message: '' } }]);
  expect([await store.count('north'), await store.leasedUntil()]).toMatchObject([{ waiting: 0, quarantined: 1 }, null]);
  expect([await store.requeue(idOf(1)), await store.requeue(idOf(1)), await store.requeue(idOf(9))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await store.count('north')).toMatchObject({ waiting: 1, quarantined: 0 });
  expect(numbers(await store.lease([idOf(1)], request('two')))).toEqual([1]);
});

test('the verdicts that are valid by an answer are those of scans that the device has not decided', async () => {
  const { store } = await createOutbox('A', 'B');
  await store.saveShownVerdict(idOf(1), { ...verdict, certainty: 'device' });
  const answer = { sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true } as const;
  const settled = await store.settle([1, 2, 9].map((number) => ({ ...answer, id: idOf(number) })));
  expect([...settled]).toEqual([[idOf(2), verdict]]);
  expect((await store.settle([{ ...answer, id: idOf(2) }])).size).toBe(0);
});

test('conflicts move with the scans to the new name of their domain', async () => {
  const { store } = await createOutbox('A', 'B');
  const conflict = { id: 'c1', scanId: idOf(1) } as never;
  await store.putConflicts('north', [conflict], { now: AT });
  expect(await store.moveDomain({ from: 'north', to: 'harbour', limit: 100 })).toBe(3);
  expect([await store.listConflicts('north'), await store.listConflicts('harbour')]).toEqual([[], [conflict]]);
  expect(await store.count('harbour')).toMatchObject({ waiting: 2, waitingElsewhere: 0, conflicts: 1 });
  expect(await store.moveDomain({ from: 'north', to: 'harbour', limit: 100 })).toBe(0);
});

/** Removes a scan from the log, and leaves it in the outbox: what a power cut can leave of a record. */
async function loseFirstHalf(databaseName: string, number: number) {
  const database = await toPromise(indexedDB.open(databaseName));
  await toPromise(database.transaction('log', 'readwrite').objectStore('log').delete(idOf(number)));
  database.close();
}

test('a record of which a power cut left half holds up no other scan', async () => {
  const { databaseName, store } = await createOutbox('A', 'B');
  await loseFirstHalf(databaseName, 1);
  const leased = await store.lease([idOf(1), idOf(2)], request('one'));
  expect(leased).toEqual([
    { id: idOf(1), scan: null },
    { id: idOf(2), scan: expect.objectContaining({ barcode: 'B' }) },
  ]);
});

test('an answer to a scan that is no longer in the log leaves nothing of it waiting', async () => {
  const { databaseName, store, settle } = await createOutbox('A', 'B');
  await loseFirstHalf(databaseName, 1);
  await settle(1);
  expect(await store.count('north')).toMatchObject({ waiting: 1 });
});

test('a store that is closed closes its connection, and tells the installation that it is', async () => {
  const { databaseName, store } = await createOutbox();
  const other = await createOutbox();
  using closed = vi.spyOn(IDBDatabase.prototype, 'close');
  const installation = await store.installation();
  store.close();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  const again = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  expect(await again.installation()).toBe(installation);
  expect(await other.store.installation()).not.toBe(installation);
});
