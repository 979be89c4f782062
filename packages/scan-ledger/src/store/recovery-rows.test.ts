import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createCountRows } from './count-rows.ts';
import { createLaterRows } from './later-rows.ts';
import { openLogDatabase } from './log-database.ts';
import { createLogRows } from './log-rows.ts';
import { createRecoveryRows } from './recovery-rows.ts';
import { toPromise } from './transact.ts';

const AT = Date.parse('2026-11-21T09:00:00.000Z');
const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number * 10).padStart(12, '0')}`;
const claim = (number: number) => ({
  ...{ id: idOf(number), claimedAt: AT, clock: null, deviceId: 'device-1', claimedBy: 'anna' },
});
const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: '' } as const;
/** A database that has receipts up to the fifth. */
const LOST = { epoch: 'now', above: 5 };

let made = 0;

/** So many scans, and what happens between the reading and the writing of their recovery. */
async function setUp(count: number) {
  made += 1;
  const database = openLogDatabase({
    ...{ indexedDB, clock: systemClock, databaseName: `recovery-${made}`, deadlineMs: 5_000 },
  });
  const log = createLogRows(database, () => null);
  const later = createLaterRows(database);
  for (let number = 1; number <= count; number += 1) await log.add(makeScan(read('A'), claim(number)), 'north');
  const meanwhile = { happens: async (): Promise<unknown> => null };
  const writeDurably = vi.fn(async (stores: string[], body) => {
    await meanwhile.happens();
    return database.writeDurably(stores, body);
  }) as unknown as typeof database.writeDurably;
  const recovery = createRecoveryRows({ ...database, writeDurably });
  return {
    ...{ later, recovery, writeDurably, meanwhile },
    count: createCountRows(database).count,
    forget: (number: number) => database.write(['log'], (tx) => toPromise(tx.objectStore('log').delete(idOf(number)))),
    /** The stored answer to a scan is damaged. */
    damage: (number: number) =>
      database.write(['log'], async (tx) => {
        const row = await toPromise(tx.objectStore('log').get(idOf(number)));
        await toPromise(tx.objectStore('log').put({ ...row, answer: { ...row.answer, data: new ArrayBuffer(32) } }));
      }),
    /** The server rejects a scan. */
    reject: (number: number, code = 'invalid_request') =>
      later.settle([
        {
          ...{ id: idOf(number), sync: 'quarantined', verdict: null, receivedAt: '', knewDeviceVerdict: true },
          ...{ error: { code, message: '' }, rejectedBy: 'app 1' },
        },
      ]),
    /** The server takes a scan, with its receipt. */
    send: (number: number, receipt: number) =>
      later.settle([
        {
          ...{ id: idOf(number), sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true },
          receipt: { epoch: 'now', number: receipt },
        },
      ]),
    offer: (after: string, limit: number) => recovery.offerAgain({ domain: 'north', lost: LOST, after, limit }),
  };
}

test('where no rejected scan may be sent again, nothing is written', async () => {
  const { recovery, writeDurably, reject } = await setUp(2);
  await reject(1);
  await reject(2, 'rejected');
  expect(await recovery.retryRejected({ domain: 'north', builds: 'app 1' })).toEqual([]);
  expect(writeDurably).not.toHaveBeenCalled();
  expect(await recovery.retryRejected({ domain: 'north', builds: 'app 2' })).toEqual([idOf(1)]);
});

test('a rejected scan of which nobody knows the reason stays in quarantine', async () => {
  const { later, recovery, damage, reject } = await setUp(2);
  await reject(1);
  await damage(1);
  await later.settle([
    { id: idOf(2), sync: 'quarantined', verdict: null, receivedAt: '', knewDeviceVerdict: true, rejectedBy: 'app 1' },
  ]);
  expect(await recovery.retryRejected({ domain: 'north', builds: 'app 2' })).toEqual([]);
});

test('a rejected scan that another page sends again meanwhile is left to that page', async () => {
  const { later, recovery, meanwhile, count, reject } = await setUp(2);
  await reject(1);
  await reject(2);
  meanwhile.happens = () => later.requeue(idOf(1));
  expect(await recovery.retryRejected({ domain: 'north', builds: 'app 2' })).toEqual([idOf(2)]);
  expect(await count('north')).toMatchObject({ waiting: 2, quarantined: 0 });
});

test('what the server has lost is looked for step by step, from the last scan of the step before, to the end', async () => {
  const { later, send, offer } = await setUp(3);
  for (const number of [1, 2, 3]) await send(number, number + 3);
  expect(await offer('', 1)).toEqual({ offered: 0, last: idOf(1) });
  expect(await offer(idOf(1), 1)).toEqual({ offered: 0, last: idOf(2) });
  expect(await offer(idOf(2), 2)).toEqual({ offered: 1, last: null });
  expect(await later.waiting({ domain: 'north', limit: 9 })).toMatchObject([{ id: idOf(3) }]);
});

test('where the server has lost an undo alone, only the undo waits again', async () => {
  const { later, count, send, offer } = await setUp(1);
  await send(1, 2);
  await later.addUndo(idOf(1), makeEvent(claim(2)), AT);
  await later.settleUndo({ scanId: idOf(1), receipt: { epoch: 'now', number: 9 } });
  expect(await offer('', 9)).toEqual({ offered: 0, last: null });
  expect(await count('north')).toMatchObject({ waiting: 0, waitingUndos: 1 });
});

test('a scan that is deleted meanwhile is not offered, and stops no other', async () => {
  const { meanwhile, count, forget, send, offer } = await setUp(2);
  for (const number of [1, 2]) await send(number, 9);
  meanwhile.happens = () => forget(1);
  expect(await offer('', 9)).toEqual({ offered: 1, last: null });
  expect(await count('north')).toMatchObject({ waiting: 1 });
});

test('a scan whose answer cannot be opened is offered again without a verdict', async () => {
  const { later, damage, send, offer } = await setUp(1);
  await send(1, 9);
  await damage(1);
  expect(await offer('', 9)).toEqual({ offered: 1, last: null });
  const [leased] = await later.lease([idOf(1)], { holder: 'this page', until: AT + 1, now: AT });
  expect(leased?.scan).toMatchObject({ id: idOf(1), offered_again: true });
  expect(leased?.scan).not.toHaveProperty('device_verdict');
});
