import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from './open-database.ts';
import { searchSpans, searchWindows } from './search-spans.ts';
import type { Database } from './tables.ts';

const DAY_MS = 86_400_000;
const DOMAIN = '018f3b1e-0000-7000-8000-000000000001';
const NEWEST = new Date('2026-11-23T18:40:00.123Z');
const AGES = [0, 1, 15, 16, 63, 64, 65, 600, 4_000, 30_000];

let db: Database;
beforeAll(async () => {
  db = await openEmbeddedDatabase();
});
afterAll(() => db.destroy());

const windowsTo = (age: number) => [
  ...searchWindows(DOMAIN, { newest: NEWEST, oldest: new Date(NEWEST.getTime() - age * DAY_MS) }),
];

test.each(AGES)('windows of a log of %i days follow each other, the newest first, and hold all of it', (age) => {
  const windows = windowsTo(age);
  expect(windows[0]?.before.getTime()).toBeGreaterThan(NEWEST.getTime());
  expect(windows.at(-1)?.from.getTime()).toBeLessThanOrEqual(NEWEST.getTime() - age * DAY_MS);
  for (const [index, { from, before }] of windows.entries()) {
    expect(from.getTime()).toBeLessThan(before.getTime());
    if (index > 0) expect(before).toEqual(windows[index - 1]?.from);
  }
});

test('a log has few windows however long it is, and a short one has one', () => {
  expect(AGES.map((age) => windowsTo(age).length)).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 5]);
});

test('every scan of a window has one of its spans', async () => {
  for (const { from, before, spans } of windowsTo(30_000)) {
    // The first and the last instant, and one in each day between.
    const { rows } = await sql<{ instants: number; found: number }>`
      select count(*)::int as instants,
        count(*) filter (where ${sql.raw(searchSpans(`'${DOMAIN}'::uuid`, 'received_at'))} && ${spans}::text[])::int as found
      from (
        select * from generate_series(${from}::timestamptz, ${before}::timestamptz, interval '23 hours') as series
        union all select ${before}::timestamptz - interval '1 microsecond'
      ) as made (received_at) where received_at < ${before}::timestamptz`.execute(db);
    expect(rows[0]?.instants).toBeGreaterThan(1);
    expect(rows[0]?.found).toBe(rows[0]?.instants);
  }
});
