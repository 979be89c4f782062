import 'fake-indexeddb/auto';
import type { Scan, Undo, Verdict } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createIndexedDbScanStore } from './create-indexed-db-scan-store.ts';
import type { SealedRow } from './rows.ts';
import { createSealer, type Sealer } from './sealer.ts';

const ID = '01939f8e-0000-7000-8000-00000000000a';
const AT = '2026-11-21T09:00:00.000Z';
const EVENT = { claimedAt: Date.parse(AT), clock: null, deviceId: 'device-1', claimedBy: 'anna' };
const ACCEPTED: Verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: AT };

/** How the build of commit eac8622, which may still be installed, opens a row to send it. */
async function openThen(sealer: Sealer, row: SealedRow): Promise<Scan | null> {
  const scan = (await sealer.unseal(row.scan, `scan ${row.id}`)) as Scan;
  if (!row.byDevice || !row.shown) return scan;
  return { ...scan, device_verdict: (await sealer.unseal(row.shown, `shown ${row.id}`)) as Verdict };
}

async function openUndoThen(sealer: Sealer, row: SealedRow): Promise<Undo | null> {
  return row.undo && ((await sealer.unseal(row.undo.event, `undo ${row.id}`)) as Undo);
}

/** A scan and its undo, sent, and then offered again. */
async function offer(databaseName: string) {
  const store = createIndexedDbScanStore({ indexedDB, clock: systemClock, databaseName, deadlineMs: 5_000 });
  const scan = makeScan(read('A'), { ...EVENT, id: ID });
  await store.add(scan, 'north');
  const receipt = { epoch: 'e1', number: 7 };
  const answer = { verdict: ACCEPTED, receivedAt: AT, knewDeviceVerdict: false, receipt };
  await store.settle([{ id: ID, sync: 'sent', ...answer }]);
  const undo = { id: '01939f8e-0000-7000-8000-00000000000b', claimed_at: AT, device_id: 'd', claimed_by: 'anna' };
  await store.addUndo(ID, undo, Date.parse(AT));
  await store.settleUndo({ scanId: ID, receipt: { ...receipt, number: 8 } });
  await store.offerAgain({ domain: 'north', lost: { epoch: 'e1', above: 5 }, after: '', limit: 50 });
  return { store, scan, undo, ...(await openRaw(databaseName)) };
}

async function openRaw(databaseName: string) {
  const database = await settled(indexedDB.open(databaseName));
  const stores = database.transaction(['log', 'keys'], 'readwrite');
  const row: SealedRow = await settled(stores.objectStore('log').get(ID));
  const sealer = createSealer(await settled(stores.objectStore('keys').get('sealing')));
  const put = (next: SealedRow) => settled(database.transaction('log', 'readwrite').objectStore('log').put(next));
  return { row, sealer, put };
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

test('an older build sends what is offered again with the verdict that was shown, and marked', async () => {
  const { scan, undo, row, sealer } = await offer('older-sends');
  expect(await openThen(sealer, row)).toEqual({ ...scan, device_verdict: ACCEPTED, offered_again: true });
  expect(await openUndoThen(sealer, row)).toEqual({ ...undo, offered_again: true });
});

test('what an older build has sent again keeps its verdict, and is offered again after the next loss', async () => {
  const { store, row, put } = await offer('older-settles');
  // That build knows no receipts, and keeps what it finds in the row.
  const { undo } = row;
  await put({ ...row, sync: 'sent', undo: undo && { ...undo, sync: 'sent' } });
  expect(await store.get(ID)).toMatchObject({ verdict: ACCEPTED, tally: 'undone' });
  const { offered } = await store.offerAgain({
    domain: 'north',
    lost: { epoch: 'e1', above: 20 },
    after: '',
    limit: 50,
  });
  expect([offered, (await store.get(ID))?.undo?.sync]).toEqual([1, 'waiting']);
});

test('what is offered again shows as before', async () => {
  const { store } = await offer('older-shows');
  const scan = await store.get(ID);
  expect(scan).toMatchObject({ sync: 'waiting', verdict: ACCEPTED, tally: 'undone' });
  expect(scan?.serverVerdict).toBeUndefined();
});
