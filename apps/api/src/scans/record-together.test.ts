import type { Scan } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { createScanDatabase, delivery, scanOf as scan } from '../testing/scripted-scans.ts';
import { recordTogether, type ScansCall } from './record-together.ts';

/** A call of which scans are in the turn, and others left. */
const callOf = (scans: Scan[], left: Scan[] = []) => {
  const call: ScansCall = { delivery, left, keptBack: new Set(), results: new Map(), failures: [] };
  return { call, taken: scans.map((one) => ({ call, scan: one })) };
};
const recordedIn = ({ results }: ScansCall) => [...results.values()].map(({ id, status }) => `${id} ${status}`);

const FAULT = Object.assign(new Error('a check'), { code: '23514' });
const LOST = Object.assign(new Error('out of memory'), { code: '53200' });
const DEADLOCK = Object.assign(new Error('deadlock'), { code: '40P01' });

/**
 * Records a turn. Resolves with the batches that were tried. `fault`: what the database makes of a batch of these ids, at
 * which attempt; `false`: another transaction has recorded one of them. `read` is called for the first statement.
 */
async function record(
  taken: ReturnType<typeof callOf>['taken'],
  fault: (ids: readonly string[], attempt: number) => Error | false | undefined,
  read?: () => void,
) {
  const batches: string[] = [];
  const onWriting = vi.fn();
  const db = createScanDatabase({
    ...(read && { read }),
    write(ids) {
      batches.push(ids.join(' '));
      const outcome = fault(ids, batches.length);
      if (outcome) throw outcome;
      return outcome === false ? ids.slice(1) : ids;
    },
  });
  await recordTogether({ db, clock: { now: () => 0 }, newId: () => '' }, taken, onWriting);
  expect(onWriting).toHaveBeenCalledTimes(batches.length);
  return batches;
}

test('of scans that fail for one of them each half is tried alone, down to that one', async () => {
  const { call, taken } = callOf(
    ['a', 'b', 'c', 'd', 'e'].map((id) => scan(id)),
    [scan('left')],
  );
  expect(await record(taken, (ids) => (ids.includes('d') ? FAULT : undefined))).toEqual([
    ...['a b c d e', 'a b c', 'd e', 'd', 'e'],
  ]);
  expect(recordedIn(call)).toEqual(['a recorded', 'b recorded', 'c recorded', 'e recorded']);
  expect([...call.keptBack]).toEqual(['code of d']);
  expect(call.failures).toEqual([FAULT]);
  expect(call.left).toHaveLength(1);
});

test('where the database fails in the first half nothing is asked for the second, nor for what is left', async () => {
  const one = callOf([scan('a'), scan('b')], [scan('left')]);
  const other = callOf([scan('c'), scan('d')], [scan('also left')]);
  const faults = [FAULT, LOST];
  const batches = await record([...one.taken, ...other.taken], (_ids, attempt) => faults[attempt - 1]);
  expect(batches).toEqual(['a b c d', 'a b']);
  expect([one.call.failures, other.call.failures]).toEqual([
    [LOST, LOST],
    [FAULT, FAULT],
  ]);
  expect([one.call.left.length, other.call.left.length]).toEqual([0, 1]);
  expect([...other.call.keptBack]).toEqual(['code of c', 'code of d']);
  expect([...recordedIn(one.call), ...recordedIn(other.call)]).toEqual([]);
});

test('where the database fails in the second half the first has its answers', async () => {
  const { call, taken } = callOf([scan('a'), scan('b')], [scan('left')]);
  const faults = [FAULT, undefined, LOST];
  expect(await record(taken, (_ids, attempt) => faults[attempt - 1])).toEqual(['a b', 'a', 'b']);
  expect(recordedIn(call)).toEqual(['a recorded']);
  expect(call.failures).toEqual([LOST]);
  expect(call.left).toEqual([]);
});

test.each([
  ['a deadlock', DEADLOCK],
  ['a scan that another transaction has recorded', false as const],
])('after %s the same is tried once more', async (_why, outcome) => {
  const { call, taken } = callOf([scan('a'), scan('b')]);
  expect(await record(taken, (_ids, attempt) => (attempt === 1 ? outcome : undefined))).toEqual(['a b', 'a b']);
  expect(recordedIn(call)).toEqual(['a recorded', 'b recorded']);
  expect(call.failures).toEqual([]);
});

test('a deadlock twice is a failure of the database', async () => {
  const { call, taken } = callOf([scan('a'), scan('b')], [scan('left')]);
  expect(await record(taken, () => DEADLOCK)).toEqual(['a b', 'a b']);
  expect([call.failures, call.left]).toEqual([[DEADLOCK, DEADLOCK], []]);
});

test('each half has a second try of its own', async () => {
  const { call, taken } = callOf([scan('a'), scan('b')]);
  const faults = [DEADLOCK, FAULT, DEADLOCK];
  expect(await record(taken, (_ids, attempt) => faults[attempt - 1])).toEqual(['a b', 'a b', 'a', 'a', 'b']);
  expect(recordedIn(call)).toEqual(['a recorded', 'b recorded']);
});

test('a scan whose clerk or checkpoint is unknown is rejected, and one of a code that its call keeps back waits', async () => {
  const { call, taken } = callOf([
    scan('a', { claimed_by: 'nobody' }),
    scan('b', { checkpoint_id: 'elsewhere' }),
    scan('c', { barcode: 'KEPT' }),
    scan('d'),
  ]);
  call.keptBack.add('KEPT');
  expect(await record(taken, () => undefined)).toEqual(['d']);
  expect([...call.results.values()].slice(0, 2)).toEqual([
    { id: 'a', status: 'rejected', error: { code: 'not_found', message: 'Unknown clerk' } },
    { id: 'b', status: 'rejected', error: { code: 'not_found', message: 'Unknown checkpoint' } },
  ]);
  expect(recordedIn(call)).toEqual(['a rejected', 'b rejected', 'd recorded']);
  expect(call.failures).toEqual([]);
});

test('where checkpoints and clerks cannot be read, each scan has failed, and nothing more is asked', async () => {
  const { call, taken } = callOf([scan('a'), scan('b')], [scan('left')]);
  const batches = await record(
    taken,
    () => undefined,
    () => {
      throw LOST;
    },
  );
  expect(batches).toEqual([]);
  expect([call.failures, call.left, [...call.keptBack]]).toEqual([[LOST, LOST], [], ['code of a', 'code of b']]);
});

test('a turn of codes that their calls keep back asks for nothing', async () => {
  const { call, taken } = callOf([scan('a')]);
  call.keptBack.add('code of a');
  expect(await record(taken, () => undefined)).toEqual([]);
  expect([call.failures, recordedIn(call)]).toEqual([[], []]);
});
