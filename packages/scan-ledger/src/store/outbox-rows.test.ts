import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import type { ChainRequest } from '../ports/outbox-store.ts';
import { read } from '../testing/create-world.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import { toPromise } from './transact.ts';

const AT = Date.parse('2026-11-21T09:00:00.000Z');
const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number * 10).padStart(12, '0')}`;
const claim = (number: number) => ({
  ...{ id: idOf(number), claimedAt: AT, clock: null, deviceId: 'device-1', claimedBy: 'anna' },
});
const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: '' } as const;
const request = (holder: string, more: Partial<ChainRequest> = {}): ChainRequest => ({
  ...{ holder, until: AT + 20_000, now: AT, domain: 'north', ...more },
});

let made = 0;

/** A store whose scans have these barcodes, and ids from 1 on. */
async function createStore(...barcodes: string[]) {
  made += 1;
  const databaseName = `outbox-${made}`;
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  for (const [index, barcode] of barcodes.entries())
    await store.add(makeScan(read(barcode), claim(index + 1)), 'north');
  const settle = (number: number) =>
    store.settle([{ id: idOf(number), sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  const numbers = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id.slice(-12)) / 10);
  return { databaseName, store, settle, numbers };
}

test('scans behind many that wait for an undo of their barcode are found, as many as asked for', async () => {
  const { store, settle, numbers } = await createStore('A', 'A', 'A', 'A', 'B', 'C', 'D');
  await settle(1);
  await store.addUndo(idOf(1), makeEvent(claim(2.5)), AT);
  const waiting = async (limit: number) => numbers(await store.waiting({ domain: 'north', limit }));
  expect(await waiting(2)).toEqual([2, 5]);
  expect(await waiting(3)).toEqual([2, 5, 6]);
  expect(await waiting(100)).toEqual([2, 5, 6, 7]);
  expect(await store.waiting({ domain: 'south', limit: 100 })).toEqual([]);
});

test('the pages of the outbox follow each other without a scan twice', async () => {
  const { store, settle, numbers } = await createStore('A', 'A', 'A', 'B', 'A', 'C', 'D');
  await settle(1);
  await store.addUndo(idOf(1), makeEvent(claim(2.5)), AT);
  expect(numbers(await store.waiting({ domain: 'north', limit: 3 }))).toEqual([2, 4, 6]);
});

test('of many that may be sent only as many are read as are asked for', async () => {
  const { store } = await createStore('A', 'B', 'C', 'D', 'E');
  using reads = vi.spyOn(IDBIndex.prototype, 'getAll');
  expect(await store.waiting({ domain: 'north', limit: 2 })).toHaveLength(2);
  expect(reads.mock.calls.filter(([, limit]) => limit === 2)).toHaveLength(1);
});

test('the outbox is leased until its last lease ends, and not after they are released', async () => {
  const { store } = await createStore('A', 'B', 'C');
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
  const { store, numbers } = await createStore('A', 'B', 'C');
  expect(numbers(await store.lease([idOf(2)], request('one')))).toEqual([2]);
  const second = await store.lease([idOf(3), idOf(2), idOf(9), idOf(1)], request('two'));
  expect(numbers(second)).toEqual([3, 1]);
  expect(second.map(({ scan }) => scan?.barcode)).toEqual(['C', 'A']);
  expect(numbers(await store.lease([idOf(2)], request('two', { hasEnded: () => true })))).toEqual([2]);
});

test('a chain is gone where the scan is settled or unknown, and busy where another page sends it for somebody', async () => {
  const { store, settle } = await createStore('A', 'A', 'B');
  await settle(1);
  const chain = (number: number, holder: string) => store.leaseChain(idOf(number), request(holder, { isFresh: true }));
  expect([await chain(1, 'one'), await chain(9, 'one')]).toEqual([{ kind: 'gone' }, { kind: 'gone' }]);
  expect(await chain(2, 'one')).toMatchObject({ kind: 'leased', steps: [{ kind: 'scan', id: idOf(2) }] });
  expect(await chain(2, 'two')).toEqual({ kind: 'busy' });
  expect(await chain(2, 'one')).toMatchObject({ kind: 'leased' });
  await store.saveShownVerdict(idOf(3), { ...verdict, certainty: 'device' });
  expect(await chain(3, 'one')).toEqual({ kind: 'gone' });
});

test('a scan is leased with its record, after the earlier scans of its barcode that wait', async () => {
  const { store } = await createStore('A', 'B', 'A');
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
  const { store, numbers } = await createStore('A');
  await store.leasedUntil();
  using _ = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('corrupt', 'UnknownError');
  });
  expect(await store.add(makeScan(read('A'), claim(2)), 'north', request('one', { isFresh: true }))).toBe(null);
  expect(numbers(await store.lease([idOf(2)], request('two')))).toEqual([2]);
});

test('a record that fails for want of room is not tried again without its lease', async () => {
  const { store } = await createStore('A');
  await store.leasedUntil();
  using writes = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const adding = store.add(makeScan(read('A'), claim(2)), 'north', request('one', { isFresh: true }));
  await expect(adding).rejects.toMatchObject({ code: 'quota' });
  expect([writes.mock.calls.length, await store.count('north')]).toMatchObject([1, { waiting: 1 }]);
});

test('a scan that goes back to the outbox is free and waits once', async () => {
  const { store, numbers } = await createStore('A');
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
  const { store } = await createStore('A', 'B');
  await store.saveShownVerdict(idOf(1), { ...verdict, certainty: 'device' });
  const answer = { sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true } as const;
  const settled = await store.settle([1, 2, 9].map((number) => ({ ...answer, id: idOf(number) })));
  expect([...settled]).toEqual([[idOf(2), verdict]]);
  expect((await store.settle([{ ...answer, id: idOf(2) }])).size).toBe(0);
});

test('conflicts move with the scans to the new name of their domain', async () => {
  const { store } = await createStore('A', 'B');
  const conflict = { id: 'c1', scanId: idOf(1) } as never;
  await store.putConflicts('north', [conflict], { now: AT });
  expect(await store.moveDomain({ from: 'north', to: 'harbour', limit: 100 })).toBe(3);
  expect([await store.listConflicts('north'), await store.listConflicts('harbour')]).toEqual([[], [conflict]]);
  expect(await store.count('harbour')).toMatchObject({ waiting: 2, waitingElsewhere: 0, conflicts: 1 });
  expect(await store.moveDomain({ from: 'north', to: 'harbour', limit: 100 })).toBe(0);
});

test('the earlier scans of a chain are leased for it, and may be taken by somebody who waits for them', async () => {
  const { store } = await createStore('A', 'A', 'B');
  const chain = (number: number, holder: string) => store.leaseChain(idOf(number), request(holder, { isFresh: true }));
  expect(await chain(2, 'one')).toMatchObject({ steps: [{ id: idOf(1) }, { id: idOf(2) }] });
  expect(await store.lease([idOf(1), idOf(2)], request('two'))).toEqual([]);
  expect(await chain(1, 'two')).toMatchObject({ kind: 'leased' });
  expect(await chain(2, 'two')).toEqual({ kind: 'busy' });
});

test('a chain sends the undo of an earlier scan that the server has, before the scan that was made after it', async () => {
  const { store, settle } = await createStore('A', 'A', 'A');
  await settle(1);
  const undo = makeEvent(claim(2.5));
  await store.addUndo(idOf(1), undo, AT);
  const chain = await store.leaseChain(idOf(3), request('one', { isFresh: true }));
  expect(chain).toEqual({
    kind: 'leased',
    steps: [
      { kind: 'scan', id: idOf(2), scan: expect.objectContaining({ id: idOf(2) }) },
      { kind: 'undo', scanId: idOf(1), undo },
      { kind: 'scan', id: idOf(3), scan: expect.objectContaining({ id: idOf(3) }) },
    ],
  });
});

test('an earlier scan of a chain that another page sends for somebody stays with that page', async () => {
  const { store } = await createStore('A', 'A');
  const chain = (number: number, holder: string) => store.leaseChain(idOf(number), request(holder, { isFresh: true }));
  await chain(1, 'one');
  expect(await chain(2, 'two')).toMatchObject({ kind: 'leased', steps: [{ id: idOf(1) }, { id: idOf(2) }] });
  expect(await chain(1, 'two')).toEqual({ kind: 'busy' });
});

/** Removes a scan from the log, and leaves it in the outbox: what a power cut can leave of a record. */
async function loseFirstHalf(databaseName: string, number: number) {
  const database = await toPromise(indexedDB.open(databaseName));
  await toPromise(database.transaction('log', 'readwrite').objectStore('log').delete(idOf(number)));
  database.close();
}

test('a record of which a power cut left half holds up no other scan', async () => {
  const { databaseName, store } = await createStore('A', 'B');
  await loseFirstHalf(databaseName, 1);
  const leased = await store.lease([idOf(1), idOf(2)], request('one'));
  expect(leased).toEqual([
    { id: idOf(1), scan: null },
    { id: idOf(2), scan: expect.objectContaining({ barcode: 'B' }) },
  ]);
});

test('an answer to a scan that is no longer in the log leaves nothing of it waiting', async () => {
  const { databaseName, store, settle } = await createStore('A', 'B');
  await loseFirstHalf(databaseName, 1);
  await settle(1);
  expect(await store.count('north')).toMatchObject({ waiting: 1 });
});

test('a store that is closed closes its connection, and tells the installation that it is', async () => {
  const { databaseName, store } = await createStore();
  const other = await createStore();
  using closed = vi.spyOn(IDBDatabase.prototype, 'close');
  const installation = await store.installation();
  store.close();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  const again = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  expect(await again.installation()).toBe(installation);
  expect(await other.store.installation()).not.toBe(installation);
});

test('a scan of a code that was scanned often is recorded without a lease, and leased when it is sent', async () => {
  const often = Array.from({ length: 20 }, () => 'A');
  const { store } = await createStore(...often);
  // Loads what leases.
  await store.leasedUntil();
  const add = (number: number) =>
    store.add(makeScan(read('A'), claim(number)), 'north', request('one', { isFresh: true }));
  expect(await (await add(21))?.steps).toHaveLength(21);
  await store.release(
    [...often.keys(), 20].map((index) => idOf(index + 1)),
    'one',
  );
  expect(await add(22)).toBeNull();
  expect(await store.leasedUntil()).toBeNull();
  expect(await store.leaseChain(idOf(22), request('one'))).toMatchObject({ kind: 'leased', steps: { length: 22 } });
});

/** Settles the first scans, and returns which rows of the log a chain reads. */
async function readByChain(barcodes: string[], { settled, of }: { settled: number; of: number }) {
  const { store, settle, numbers } = await createStore(...barcodes);
  for (let number = 1; number <= settled; number += 1) await settle(number);
  using gets = vi.spyOn(IDBObjectStore.prototype, 'get');
  using lists = vi.spyOn(IDBIndex.prototype, 'getAll');
  const chain = await store.leaseChain(idOf(of), request('one', { isFresh: true }));
  const rows = [gets, lists].flatMap(({ mock }) => mock.results.flatMap(({ value }) => value.result ?? []));
  return { chain, numbers, store, read: new Set(numbers(rows.filter((row) => 'sync' in row))) };
}

test('of a code that was scanned often only what waits is read, with an undo that waits between it', async () => {
  const often = Array.from({ length: 300 }, () => 'A');
  const { chain, read: rows } = await readByChain([...often, 'B', 'A'], { settled: 300, of: 302 });
  expect(chain).toMatchObject({ kind: 'leased', steps: [{ kind: 'scan', id: idOf(302) }] });
  expect([...rows]).toEqual([302]);
});

test('a code that was scanned often has its chain in order, with the undos that wait', async () => {
  const often = Array.from({ length: 30 }, () => 'A');
  const { store, settle } = await createStore(...often, 'B', 'A', 'A');
  for (let number = 1; number <= 31; number += 1) await settle(number);
  const [undo, later] = [makeEvent(claim(32.5)), makeEvent(claim(33.5))];
  await store.addUndo(idOf(29), undo, AT);
  await store.addUndo(idOf(30), later, AT);
  await store.addUndo(idOf(31), makeEvent(claim(31.5)), AT);
  expect(await store.leaseChain(idOf(33), request('one', { isFresh: true }))).toMatchObject({
    kind: 'leased',
    steps: [
      { kind: 'scan', id: idOf(32) },
      { kind: 'undo', scanId: idOf(29), undo },
      { kind: 'scan', id: idOf(33) },
    ],
  });
  expect(await store.leaseChain(idOf(33), request('two', { isFresh: true }))).toEqual({ kind: 'busy' });
});

test('behind more scans of its code than one call takes a scan is left to the backlog, unleased', async () => {
  const { store } = await createStore(...Array.from({ length: 200 }, () => 'A'), 'B', 'A');
  const chain = (number: number) => store.leaseChain(idOf(number), request('one', { isFresh: true }));
  expect(await chain(202)).toEqual({ kind: 'behind' });
  expect(await store.leasedUntil()).toBeNull();
  expect(await chain(200)).toMatchObject({ kind: 'leased', steps: { length: 200 } });
});

test('a code that was scanned often is left to the backlog where a thousand others wait before it', async () => {
  const others = Array.from({ length: 978 }, (_, index) => `code ${index}`);
  const { store } = await createStore(...Array.from({ length: 22 }, () => 'A'), ...others, 'A', 'code 0');
  const chain = (number: number) => store.leaseChain(idOf(number), request('one', { isFresh: true }));
  expect(await chain(1001)).toEqual({ kind: 'behind' });
  expect(await chain(1002)).toMatchObject({ kind: 'leased', steps: [{ id: idOf(23) }, { id: idOf(1002) }] });
});
