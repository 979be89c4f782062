import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { systemClock } from '../ports/clock.ts';
import { read } from '../testing/create-world.ts';
import { createCountRows } from './count-rows.ts';
import { createLaterRows } from './later-rows.ts';
import { openLogDatabase } from './log-database.ts';
import { createLogRows } from './log-rows.ts';
import { createRecoveryRows } from './recovery-rows.ts';

const AT = Date.parse('2026-11-21T09:00:00.000Z');
const ID = '01939f8e-0000-7000-8000-000000000001';
const claim = { id: ID, claimedAt: AT, clock: null, deviceId: 'device-1', claimedBy: 'anna' };
const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: '' } as const;

let made = 0;

/** A scan of `north`, whose rows another tab moves to `pier` between the reading and the writing of a recovery. */
async function createMoved() {
  made += 1;
  const database = openLogDatabase({ indexedDB, clock: systemClock, databaseName: `moved-${made}`, deadlineMs: 5_000 });
  const later = createLaterRows(database);
  await createLogRows(database, () => null).add(makeScan(read('A'), claim), 'north');
  const recovery = createRecoveryRows({
    ...database,
    async writeDurably(stores, body) {
      await later.moveDomain({ from: 'north', to: 'pier', limit: 50 });
      return database.writeDurably(stores, body);
    },
  });
  const { count } = createCountRows(database);
  return { later, recovery, waiting: async () => [await count('north'), await count('pier')] };
}

test('a scan that moves while it is offered again waits under its new name, and so does its undo', async () => {
  const { later, recovery, waiting } = await createMoved();
  await later.settle([{ id: ID, sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  await later.addUndo(ID, makeEvent({ ...claim, id: ID.replace(/1$/, '2') }), AT);
  await later.settleUndo({ scanId: ID });
  const lost = { epoch: 'e2', above: null };
  expect(await recovery.offerAgain({ domain: 'north', lost, after: '', limit: 50 })).toMatchObject({ offered: 1 });
  expect(await waiting()).toMatchObject([
    { waiting: 0, waitingUndos: 0 },
    { waiting: 1, waitingUndos: 0 },
  ]);
  expect(await later.waiting({ domain: 'pier', limit: 9 })).toMatchObject([{ id: ID }]);
  await later.settle([{ id: ID, sync: 'sent', verdict, receivedAt: '', knewDeviceVerdict: true }]);
  expect(await waiting()).toMatchObject([{ waitingUndos: 0 }, { waiting: 0, waitingUndos: 1 }]);
});

test('a rejected scan that moves while it is put back waits under its new name', async () => {
  const { later, recovery, waiting } = await createMoved();
  const error = { code: 'invalid_request', message: '' } as const;
  await later.settle([
    { id: ID, sync: 'quarantined', verdict: null, receivedAt: '', knewDeviceVerdict: true, error, rejectedBy: '1/1' },
  ]);
  expect(await recovery.retryRejected({ domain: 'north', builds: '2/1' })).toEqual([ID]);
  expect(await waiting()).toMatchObject([
    { waiting: 0, quarantined: 0 },
    { waiting: 1, quarantined: 0 },
  ]);
});
