import { expect, test, vi } from 'vitest';
import { createLineCache } from './create-line-cache.ts';
import type { FeedRow } from './feed-rows.ts';
import type { RowToSeal } from './seal-lines.ts';

const row = (change: number, writtenBy = '7'): FeedRow => ({
  key: Uint8Array.of(1),
  change,
  ticketId: null,
  writtenBy,
});
const read = async (rows: readonly FeedRow[]): Promise<RowToSeal[]> =>
  rows.map(({ change, writtenBy }) => ({ key: writtenBy, change, ticket: null }));

function setUp(maxRows = 100) {
  const seal = vi.fn(async (rows: readonly RowToSeal[]) => rows.map(({ key, change }) => `${key}:${change}`));
  const cache = createLineCache({ seal, maxRows });
  const ask = async (rows: readonly FeedRow[], from = read) => Promise.all(await cache.lines('feed', rows, from));
  return { ask, seal };
}

test('a change that many devices ask for is sealed once', async () => {
  const { ask, seal } = setUp();
  const both = await Promise.all([ask([row(1), row(2)]), ask([row(2), row(3)])]);
  expect(both).toEqual([
    ['7:1', '7:2'],
    ['7:2', '7:3'],
  ]);
  expect(seal.mock.calls.flatMap(([rows]) => rows.map(({ change }) => change))).toEqual([1, 2, 3]);
});

test('a change number that another transaction wrote, as after a restored backup, is another change', async () => {
  const { ask } = setUp();
  expect([await ask([row(1)]), await ask([row(1, '8')])]).toEqual([['7:1'], ['8:1']]);
});

test('rows that could not be read or sealed are tried again by the next device', async () => {
  const { ask, seal } = setUp();
  await expect(ask([row(1)], () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  seal.mockRejectedValueOnce(new Error('the thread has ended'));
  await expect(ask([row(1)])).rejects.toThrow('the thread has ended');
  expect(await ask([row(1)])).toEqual(['7:1']);
});

test('the oldest lines are forgotten beyond the limit, and no device misses one', async () => {
  const { ask, seal } = setUp(2);
  expect(await ask([row(1), row(2), row(3)])).toEqual(['7:1', '7:2', '7:3']);
  expect(await ask([row(3)])).toEqual(['7:3']);
  expect(seal).toHaveBeenCalledTimes(1);
  expect(await ask([row(1)])).toEqual(['7:1']);
  expect(seal).toHaveBeenCalledTimes(2);
});
