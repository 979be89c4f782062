import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import { toPromise } from './transact.ts';

const AT = Date.parse('2026-11-21T09:00:00.000Z');
const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number * 10).padStart(12, '0')}`;
const claim = (number: number) => ({
  ...{ id: idOf(number), claimedAt: AT + number, clock: null, deviceId: 'device-1', claimedBy: 'anna' },
});
const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: '' } as const;

let made = 0;

/** A store with so many entries of one barcode that the server has accepted, claimed a millisecond apart. */
async function createStore(count: number) {
  made += 1;
  const databaseName = `kept-${made}`;
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  const ids = Array.from({ length: count }, (_, index) => idOf(index + 1));
  for (const [index] of ids.entries()) await store.add(makeScan(read('A'), claim(index + 1)), 'north');
  await store.settle(ids.map((id) => ({ id, sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true })));
  const numbers = async () =>
    (await store.list({ domain: 'north', limit: 50 })).map(({ scan }) => Number(scan.id.slice(-12)) / 10);
  /** Damages the stored scan. */
  const damage = async (number: number) => {
    const database = await toPromise(indexedDB.open(databaseName));
    const tx = database.transaction('log', 'readwrite');
    const row = await toPromise(tx.objectStore('log').get(idOf(number)));
    await toPromise(tx.objectStore('log').put({ ...row, scan: { ...row.scan, data: new ArrayBuffer(32) } }));
    database.close();
  };
  return { store, numbers, damage };
}

test('the newest id is that of a scan, or of an undo that waits', async () => {
  const { store } = await createStore(2);
  expect(await store.newestId()).toBe(idOf(2));
  await store.addUndo(idOf(2), makeEvent(claim(9)), AT);
  await store.addUndo(idOf(1), makeEvent(claim(1.5)), AT);
  expect(await store.newestId()).toBe(idOf(9));
  await store.settleUndo({ scanId: idOf(2) });
  expect(await store.newestId()).toBe(idOf(2));
});

test('the log is read page by page from the newest, without the scan that the page before ended with', async () => {
  const { store } = await createStore(4);
  const page = async (before?: number) =>
    (await store.list({ domain: 'north', limit: 2, sync: 'sent', ...(before && { before: idOf(before) }) })).map(
      ({ scan }) => Number(scan.id.slice(-12)) / 10,
    );
  expect([await page(), await page(3), await page(1)]).toEqual([[4, 3], [2, 1], []]);
});

test('a tally counts what was claimed from its beginning on, and nothing at its end', async () => {
  const { store } = await createStore(4);
  expect(await store.tally({ domain: 'north', since: AT + 2, until: AT + 4 })).toMatchObject({
    ...{ admitted: 2, left: 0, refused: 0, undecided: 0 },
  });
  expect(await store.tally({ domain: 'south', since: AT, until: AT + 9 })).toMatchObject({ admitted: 0 });
  await store.add(makeScan(read('B'), claim(5)), 'north');
  expect(await store.tally({ domain: 'north', since: AT, until: AT + 9 })).toMatchObject({ admitted: 4, undecided: 1 });
});

test('without a domain all that waits is counted, and nothing else is known', async () => {
  const { store } = await createStore(2);
  await store.add(makeScan(read('B'), claim(3)), 'north');
  await store.addUndo(idOf(1), makeEvent(claim(9)), AT);
  const none = { quarantined: 0, conflicts: 0, waitingElsewhere: 0 };
  expect(await store.count(null)).toEqual({ waiting: 1, waitingUndos: 1, ...none });
  expect(await store.count('north')).toEqual({ waiting: 1, waitingUndos: 1, ...none });
  expect(await store.count('south')).toEqual({ ...none, waiting: 0, waitingUndos: 0, waitingElsewhere: 1 });
});

test('a scan that waits with its undo waits once', async () => {
  const { store } = await createStore(0);
  await store.add(makeScan(read('A'), claim(1)), 'north');
  await store.saveShownVerdict(idOf(1), { ...verdict, certainty: 'device' });
  await store.addUndo(idOf(1), makeEvent(claim(2)), AT);
  for (const domain of ['north', null])
    expect(await store.count(domain)).toMatchObject({ waiting: 1, waitingUndos: 0 });
  await store.settle([{ id: idOf(1), sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  expect(await store.count('north')).toMatchObject({ waiting: 0, waitingUndos: 1 });
});

test('only what let somebody in or out, or was undone, counts for its ticket', async () => {
  const { store } = await createStore(2);
  await store.add(makeScan(read('A'), claim(3)), 'north');
  await store.addUndo(idOf(2), makeEvent(claim(9)), AT);
  const effective = await store.listEffective({ domain: 'north', barcode: 'A' });
  expect(effective.map(({ scan, tally }) => [scan.id, tally])).toEqual([
    [idOf(1), 'admitted'],
    [idOf(2), 'undone'],
  ]);
});

test('a scan that cannot be opened is not shown, counts for no ticket, and is sent to nobody', async () => {
  const { store, numbers, damage } = await createStore(2);
  await store.add(makeScan(read('B'), claim(3)), 'north');
  for (const number of [1, 3]) await damage(number);
  expect(await numbers()).toEqual([2]);
  expect(await store.get(idOf(1))).toBeNull();
  expect((await store.listEffective({ domain: 'north', barcode: 'A' })).map(({ scan }) => scan.id)).toEqual([idOf(2)]);
  const request = { holder: 'this page', until: AT + 1, now: AT };
  expect(await store.lease([idOf(3)], request)).toEqual([{ id: idOf(3), scan: null }]);
});
