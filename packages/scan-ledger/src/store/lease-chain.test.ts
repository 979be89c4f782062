import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { read } from '../testing/create-world.ts';
import { AT, claim, createOutbox, idOf, request, verdict } from '../testing/outbox-under-test.ts';

test('a chain is gone where the scan is settled or unknown, and busy where another page sends it for somebody', async () => {
  const { store, settle } = await createOutbox('A', 'A', 'B');
  await settle(1);
  const chain = (number: number, holder: string) => store.leaseChain(idOf(number), request(holder, { isFresh: true }));
  expect([await chain(1, 'one'), await chain(9, 'one')]).toEqual([{ kind: 'gone' }, { kind: 'gone' }]);
  expect(await chain(2, 'one')).toMatchObject({ kind: 'leased', steps: [{ kind: 'scan', id: idOf(2) }] });
  expect(await chain(2, 'two')).toEqual({ kind: 'busy' });
  expect(await chain(2, 'one')).toMatchObject({ kind: 'leased' });
  await store.saveShownVerdict(idOf(3), { ...verdict, certainty: 'device' });
  expect(await chain(3, 'one')).toEqual({ kind: 'gone' });
});

test('the earlier scans of a chain are leased for it, and may be taken by somebody who waits for them', async () => {
  const { store } = await createOutbox('A', 'A', 'B');
  const chain = (number: number, holder: string) => store.leaseChain(idOf(number), request(holder, { isFresh: true }));
  expect(await chain(2, 'one')).toMatchObject({ steps: [{ id: idOf(1) }, { id: idOf(2) }] });
  expect(await store.lease([idOf(1), idOf(2)], request('two'))).toEqual([]);
  expect(await chain(1, 'two')).toMatchObject({ kind: 'leased' });
  expect(await chain(2, 'two')).toEqual({ kind: 'busy' });
});

test('a chain sends the undo of an earlier scan that the server has, before the scan that was made after it', async () => {
  const { store, settle } = await createOutbox('A', 'A', 'A');
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
  const { store } = await createOutbox('A', 'A');
  const chain = (number: number, holder: string) => store.leaseChain(idOf(number), request(holder, { isFresh: true }));
  await chain(1, 'one');
  expect(await chain(2, 'two')).toMatchObject({ kind: 'leased', steps: [{ id: idOf(1) }, { id: idOf(2) }] });
  expect(await chain(1, 'two')).toEqual({ kind: 'busy' });
});

test('a scan of a code that was scanned often is recorded without a lease, and leased when it is sent', async () => {
  const often = Array.from({ length: 20 }, () => 'A');
  const { store } = await createOutbox(...often);
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
  const { store, settle, numbers } = await createOutbox(...barcodes);
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
  const { store, settle } = await createOutbox(...often, 'B', 'A', 'A');
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
  const { store } = await createOutbox(...Array.from({ length: 200 }, () => 'A'), 'B', 'A');
  const chain = (number: number) => store.leaseChain(idOf(number), request('one', { isFresh: true }));
  expect(await chain(202)).toEqual({ kind: 'behind' });
  expect(await store.leasedUntil()).toBeNull();
  expect(await chain(200)).toMatchObject({ kind: 'leased', steps: { length: 200 } });
});

test('a code that was scanned often is left to the backlog where a thousand others wait before it', async () => {
  const others = Array.from({ length: 978 }, (_, index) => `code ${index}`);
  const { store } = await createOutbox(...Array.from({ length: 22 }, () => 'A'), ...others, 'A', 'code 0');
  const chain = (number: number) => store.leaseChain(idOf(number), request('one', { isFresh: true }));
  expect(await chain(1001)).toEqual({ kind: 'behind' });
  expect(await chain(1002)).toMatchObject({ kind: 'leased', steps: [{ id: idOf(23) }, { id: idOf(1002) }] });
});
