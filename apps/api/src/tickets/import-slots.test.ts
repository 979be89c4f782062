import { randomUUID } from 'node:crypto';
import { importOptions } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/tables.ts';
import { systemClock } from '../system/clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { importFile } from './import-file.ts';
import { createImportSlots } from './import-slots.ts';

const [NORTH, SOUTH, EAST] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
let database: TestDatabase;
beforeAll(async () => {
  database = await createMemoryDatabase();
  const made = { ticketing: 'on', created_at: new Date() } as const;
  const domains = [NORTH, SOUTH, EAST].map((id) => ({ id, name: id, ...made }));
  await database.db.insertInto('domains').values(domains).execute();
}, START_MS);
afterAll(() => database.drop());

const createSlots = () => createImportSlots({ db: database.db, atOnce: 2 });

/** Begins an import that runs until `end` is called. */
async function begin(slots = createSlots()) {
  const [begun, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let lock = async (_trx: Database) => {};
  const done = slots.run(NORTH, (turn) => {
    lock = turn.lock;
    begun.resolve();
    return work.promise;
  });
  await begun.promise;
  const write = () => database.db.transaction().execute(lock);
  return { lock, write, done, end: work.resolve, fail: work.reject };
}

test('one of a domain, and no more than allowed of all', async () => {
  const slots = createSlots();
  const north = await begin(slots);
  const south = Promise.withResolvers<void>();
  const running = slots.run(SOUTH, () => south.promise);
  await expect(slots.run(NORTH, async () => '')).rejects.toMatchObject({
    message: expect.stringContaining('this domain'),
  });
  await expect(slots.run(EAST, async () => '')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 10_000 });
  north.fail(new Error('broken'));
  south.resolve();
  await Promise.allSettled([north.done, running]);
  expect(await slots.run(NORTH, async () => 'free again')).toBe('free again');
});

test('one of a domain in all processes together', async () => {
  const [first, other] = [await begin(), createSlots()];
  await expect(other.run(NORTH, async () => '')).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 10_000 });
  expect(await other.run(EAST, async () => 'of another domain')).toBe('of another domain');
  first.end();
  await first.done;
  expect(await other.run(NORTH, async () => 'free again')).toBe('free again');
});

test('an import that has lost its turn while its file came writes nothing', async () => {
  const stopped = await begin();
  const importer = { db: database.db, clock: systemClock, newId: () => randomUUID(), domainId: NORTH };
  const chunks = (async function* () {
    await database.db.updateTable('ticket_importers').set({ owner: randomUUID() }).execute();
    yield Buffer.from('barcode\nLOST-TURN\n');
  })();
  const file = { format: 'csv', chunks, options: importOptions.parse({}) } as const;
  await expect(importFile(importer, file, { lock: stopped.lock })).rejects.toMatchObject({ code: 'unavailable' });
  expect(await database.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
  await database.db.deleteFrom('ticket_importers').execute();
  stopped.end();
  await stopped.done;
});

test.each([
  ['of a process that was stopped for too long', () => 0],
  ['that was taken before the clock was set back by an hour', () => Date.now() + 3_600_000],
])('a turn %s is free, and its process writes no more', async (_whose, until) => {
  const stopped = await begin();
  await stopped.write();
  await database.db
    .updateTable('ticket_importers')
    .set({ until: new Date(until()) })
    .where('domain_id', '=', NORTH)
    .execute();
  const next = await begin();
  await expect(stopped.write()).rejects.toMatchObject({ code: 'unavailable' });
  stopped.end();
  await stopped.done;
  await next.write();
  next.end();
  await next.done;
});
