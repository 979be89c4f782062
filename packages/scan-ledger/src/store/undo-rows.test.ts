import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createCountRows } from './count-rows.ts';
import { createLaterRows } from './later-rows.ts';
import { openLogDatabase } from './log-database.ts';
import { createLogRows } from './log-rows.ts';
import { toPromise } from './transact.ts';

const AT = Date.parse('2026-11-21T09:00:00.000Z');
const idOf = (number: number) => `01939f8e-0000-7000-8000-${String(number * 10).padStart(12, '0')}`;
const claim = (number: number) => ({
  ...{ id: idOf(number), claimedAt: AT, clock: null, deviceId: 'device-1', claimedBy: 'anna' },
});
const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: '' } as const;

let made = 0;

/** So many admissions of one ticket each, and the undo of each. */
async function setUp(count: number) {
  made += 1;
  const database = openLogDatabase({
    ...{ indexedDB, clock: systemClock, databaseName: `undo-${made}`, deadlineMs: 5_000 },
  });
  const log = createLogRows(database, () => null);
  const later = createLaterRows(database);
  for (let number = 1; number <= count; number += 1) {
    await log.add(makeScan(read(`ticket ${number}`), claim(number)), 'north');
    await later.settle([{ id: idOf(number), sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  }
  const undo = (number: number) => later.addUndo(idOf(number), makeEvent(claim(number + 0.5)), AT);
  return { database, log, later, undo };
}

test('as many undos are read as are asked for, the oldest scans first', async () => {
  const { later, undo } = await setUp(3);
  for (const number of [2, 3, 1]) await undo(number);
  const waiting = async (limit: number) =>
    (await later.waitingUndos({ domain: 'north', limit })).map(({ scanId }) => scanId);
  expect(await waiting(2)).toEqual([idOf(1), idOf(2)]);
  expect(await waiting(9)).toEqual([idOf(1), idOf(2), idOf(3)]);
});

test('an undo that is answered twice keeps its first answer', async () => {
  const { log, later, undo } = await setUp(1);
  await undo(1);
  await later.settleUndo({ scanId: idOf(1) });
  await later.settleUndo({ scanId: idOf(1), error: { code: 'too_late', message: '' } });
  expect(await log.get(idOf(1))).toMatchObject({ tally: 'undone', undo: { sync: 'sent' } });
  expect(await later.waitingUndos({ domain: 'north', limit: 9 })).toEqual([]);
});

test('an undo of a scan that is offered again waits for it, whatever a server without the scan says', async () => {
  const { log, later, undo } = await setUp(1);
  await undo(1);
  await later.offerAgain({ domain: 'north', lost: { epoch: 'another', above: null }, after: '', limit: 9 });
  const notFound = { scanId: idOf(1), error: { code: 'not_found', message: '' } };
  await later.settleUndo(notFound);
  expect(await log.get(idOf(1))).toMatchObject({ tally: 'undone', undo: { sync: 'waiting' } });
  const waiting = async () => (await later.waitingUndos({ domain: 'north', limit: 9 })).map(({ scanId }) => scanId);
  expect(await waiting()).toEqual([]);
  await later.settle([{ id: idOf(1), sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  expect(await waiting()).toEqual([idOf(1)]);
  await later.settleUndo(notFound);
  expect(await waiting()).toEqual([]);
  expect(await log.get(idOf(1))).toMatchObject({ tally: 'admitted', undo: { sync: 'refused' } });
});

test('an undo of a scan that can no longer be opened is sent, though nobody can be shown it', async () => {
  const { database, later, undo } = await setUp(1);
  await database.write(['log'], async (tx) => {
    const row = await toPromise(tx.objectStore('log').get(idOf(1)));
    await toPromise(tx.objectStore('log').put({ ...row, scan: { ...row.scan, data: new ArrayBuffer(32) } }));
  });
  expect(await undo(1)).toBeNull();
  expect(await later.waitingUndos({ domain: 'north', limit: 9 })).toMatchObject([
    { scanId: idOf(1), undo: { id: idOf(1.5) } },
  ]);
});

test('a scan whose undo can no longer be opened is shown without it', async () => {
  const { database, log, undo } = await setUp(1);
  await undo(1);
  await database.write(['log'], async (tx) => {
    const row = await toPromise(tx.objectStore('log').get(idOf(1)));
    const event = { ...row.undo.event, data: new ArrayBuffer(32) };
    await toPromise(tx.objectStore('log').put({ ...row, undo: { ...row.undo, event } }));
  });
  const scan = await log.get(idOf(1));
  expect(scan).toMatchObject({ tally: 'undone', scan: { id: idOf(1) } });
  expect(scan).not.toHaveProperty('undo');
});

test.each([
  ['its scan is gone', null],
  ['its scan does not have it', { undo: null, tally: 'admitted' }],
])(
  'an undo of which a power cut left half, so that %s, waits no more, and holds up no scan and no other undo',
  async (_case, half) => {
    const { database, log, later, undo } = await setUp(2);
    await undo(1);
    await undo(2);
    await log.add(makeScan(read('ticket 3'), claim(3)), 'north');
    await database.write(['log'], async (tx) => {
      const rows = tx.objectStore('log');
      const row = await toPromise(rows.get(idOf(1)));
      if (half) rows.put({ ...row, ...half });
      else rows.delete(idOf(1));
    });
    expect(await later.waiting({ domain: 'north', limit: 9 })).toMatchObject([{ id: idOf(3) }]);
    expect(await later.waitingUndos({ domain: 'north', limit: 9 })).toMatchObject([{ scanId: idOf(2) }]);
    expect(await createCountRows(database).count('north')).toMatchObject({ waiting: 1, waitingUndos: 1 });
  },
);
