import { expect, test, vi } from 'vitest';
import { createIds } from './create-ids.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const HOUR_MS = 3_600_000;

function setUp(newest: string | null = null) {
  const clock = { at: NOW, now: () => clock.at };
  const newestId = vi.fn(async () => newest);
  return { clock, newestId, ids: createIds({ store: { newestId }, clock }) };
}

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

test('an id has the time of the clock', async () => {
  const { ids } = setUp();
  expect(timeOf(await ids.next())).toBe(NOW);
});

test('ids grow, also within a millisecond and while the clock is set back', async () => {
  const { clock, ids } = setUp();
  const made: string[] = [];
  for (const step of [0, 0, 1, -HOUR_MS, 0, 5, -HOUR_MS]) {
    clock.at += step;
    made.push(await ids.next());
  }
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('ids that are asked for at once are in the order of the requests', async () => {
  const { ids } = setUp();
  const made = await Promise.all(Array.from({ length: 20 }, () => ids.next()));
  expect(made.toSorted()).toEqual(made);
});

test('after a reload ids stay above the newest one in the log, which is read once', async () => {
  const before = await setUp().ids.next();
  const { clock, newestId, ids } = setUp(before);
  clock.at -= HOUR_MS;
  const [one, two] = [await ids.next(), await ids.next()];
  expect([before, one, two].toSorted()).toEqual([before, one, two]);
  expect(newestId).toHaveBeenCalledTimes(1);
});

test('ids stay above those of other tabs, whose text is not always an id', async () => {
  const other = await setUp().ids.next();
  const { clock, ids } = setUp();
  clock.at -= HOUR_MS;
  await ids.next();
  ids.seen(['not an id', other]);
  expect((await ids.next()) > other).toBe(true);
});

test('a log that cannot be read is read again for the next id', async () => {
  const before = await setUp().ids.next();
  const { clock, newestId, ids } = setUp(before);
  newestId.mockRejectedValueOnce(new Error('broken'));
  clock.at -= HOUR_MS;
  await expect(ids.next()).rejects.toThrow('broken');
  expect((await ids.next()) > before).toBe(true);
});

test('the first id of a clerk is that of a scan that is made at the same moment', async () => {
  const { ids } = setUp();
  await ids.next('another');
  const [made, first] = await Promise.all([ids.next('anna'), ids.firstOf('anna')]);
  expect(first).toBe(made);
});
