import type { Scan } from '@scantix/api-contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../database/tables.ts';
import { createScanDatabase, delivery, scanOf } from '../testing/scripted-scans.ts';
import { createScanQueue } from './create-scan-queue.ts';
import { createWaitingRoom } from './waiting-room.ts';

const scans = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, barcode: `${nth}` }) as Scan);
const GONE = new Error('Connection terminated unexpectedly');

/** A queue whose database does not answer until it is told to, and is gone then. */
function createStalledQueue(ofDomain: number) {
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => {});
  const selectFrom = () => new Proxy({}, { get: (_, name, self) => () => (name === 'execute' ? end.promise : self) });
  const db = { selectFrom } as unknown as Database;
  const queue = createScanQueue(
    { db, clock: { now: () => 0 }, newId: () => '' },
    { room: createWaitingRoom({ ofDomain }) },
  );
  return { queue, end: () => end.reject(GONE) };
}

test('scans above the limit are told to come back, and there is room again once the others have ended', async () => {
  const { queue, end } = createStalledQueue(5);
  const waiting = [queue.record(delivery, scans(2)), queue.record(delivery, scans(3))];
  await expect(queue.record(delivery, scans(1))).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 2_000 });
  end();
  for (const { results, failures } of await Promise.all(waiting)) {
    expect(results.size).toBe(0);
    expect(failures).toContain(GONE);
  }
  expect((await queue.record(delivery, scans(5))).failures).toContain(GONE);
});

test('a call of more scans than may wait is taken when nobody else waits', async () => {
  const { queue, end } = createStalledQueue(5);
  const one = queue.record(delivery, scans(9));
  await expect(queue.record(delivery, scans(1))).rejects.toMatchObject({ code: 'unavailable' });
  end();
  expect((await one).failures).toContain(GONE);
});

test('one domain’s flood does not refuse another domain’s gates', async () => {
  const { queue, end } = createStalledQueue(5);
  const flood = queue.record(delivery, scans(5));
  await expect(queue.record(delivery, scans(1))).rejects.toMatchObject({ code: 'unavailable' });
  const gate = queue.record({ ...delivery, submitter: { ...delivery.submitter, domainId: 'south' } }, scans(1));
  end();
  for (const { failures } of await Promise.all([flood, gate])) expect(failures).toContain(GONE);
});

test('after a failure of the database a call asks it for nothing more', async () => {
  const { queue, end } = createStalledQueue(500);
  end();
  expect((await queue.record(delivery, scans(120))).failures).toHaveLength(50);
});

/** Scans by their ids, each of a code of its own or, as in `x of X`, of the named one. */
const named = (...names: string[]) =>
  names.map((name) => {
    const [id = '', barcode = `code of ${id}`] = name.split(' of ');
    return scanOf(id, { barcode });
  });
const row = (count: number, name: string) => Array.from({ length: count }, (_, nth) => `${name}${nth}`);

/** A queue whose transactions stop where they write until a test lets them: each as the ids of its scans. */
function createHeldQueue() {
  let begun = 0;
  const writes: { readonly ids: readonly string[]; commit(): void; fail(error: Error): void }[] = [];
  const db = createScanDatabase({
    read: () => {
      begun += 1;
    },
    async write(ids) {
      const written = Promise.withResolvers<void>();
      writes.push({ ids, commit: written.resolve, fail: written.reject });
      await written.promise;
      return ids;
    },
  });
  const queue = createScanQueue({ db, clock: { now: () => 0 }, newId: () => '' });
  /** Resolves when all waits for a transaction: nothing else here needs a timer. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun: () => begun,
    writes,
    settled,
    /** Resolves with the ids that have a result. */
    record: async (...names: string[]) =>
      [...(await queue.record(delivery, named(...names))).results.values()].map(({ id }) => id),
    async commit(nth: number) {
      await vi.waitUntil(() => writes.length > nth);
      writes[nth]?.commit();
      await settled();
    },
  };
}

afterEach(() => vi.restoreAllMocks());

test('the first scan of a quiet domain waits for nothing, and one soon after another gathers others', async () => {
  let now = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { record, commit, writes, begun, settled } = createHeldQueue();
  const first = record('a');
  await settled();
  expect(begun()).toBe(1);
  await commit(0);
  expect(await first).toEqual(['a']);
  now += 99;
  const soon = [record('b'), record('c')];
  // Behind them nothing is gathered: a turn begins before the one before it has ended.
  now += 1;
  await commit(1);
  expect(await Promise.all(soon)).toEqual([['b'], ['c']]);
  now += 100;
  const later = record('d');
  await settled();
  expect(begun()).toBe(3);
  await commit(2);
  await later;
  expect(writes.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('while a transaction writes another one is prepared for 25 scans, not for fewer, and no third one', async () => {
  const { record, commit, writes, begun, settled } = createHeldQueue();
  const calls = [record('first'), record(...row(24, 'a'))];
  await settled();
  expect(begun()).toBe(1);
  calls.push(record('last'));
  await settled();
  expect(begun()).toBe(2);
  calls.push(record(...row(60, 'b')));
  await settled();
  expect(begun()).toBe(2);
  await commit(0);
  await commit(1);
  await commit(2);
  await commit(3);
  expect((await Promise.all(calls)).map(({ length }) => length)).toEqual([1, 24, 1, 60]);
  expect(writes.map(({ ids }) => ids.length)).toEqual([1, 25, 50, 10]);
  expect(writes[0]?.ids).toEqual(['first']);
});

test.each([
  ['ticket', ['x of X'], ['y of X', ...row(60, 'a')]],
  ['id', ['x of X'], ['x of Y', ...row(60, 'a')]],
])('no transaction is prepared for the %s of the one before, nor for what comes behind it', async (_, one, other) => {
  const { record, commit, begun, settled } = createHeldQueue();
  const calls = [record(...one), record(...other)];
  await settled();
  expect(begun()).toBe(1);
  await commit(0);
  await commit(1);
  await commit(2);
  expect((await Promise.all(calls)).map(({ length }) => length)).toEqual([1, 61]);
});

test('a call is answered when nothing is left of it but what it keeps back', async () => {
  const { record, writes, settled } = createHeldQueue();
  const call = record('x of X', 'y of X');
  await settled();
  writes[0]?.fail(Object.assign(new Error('a check'), { code: '23514' }));
  expect(await call).toEqual([]);
  expect(writes).toHaveLength(1);
});

test('a call without scans asks the database for nothing', async () => {
  const queue = createScanQueue({
    db: createScanDatabase({ write: () => expect.unreachable(), read: expect.unreachable }),
    clock: { now: () => 0 },
    newId: () => '',
  });
  expect(await queue.record(delivery, [])).toEqual({ results: new Map(), failures: [] });
});
