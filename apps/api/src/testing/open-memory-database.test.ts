import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../database/tables.ts';
import { takeEmpty } from './lend-database.ts';
import { openMemoryDatabase } from './open-memory-database.ts';
import { START_MS } from './start-ms.ts';
import { addTestDomain } from './test-domains.ts';

async function closeIdle() {
  for (let idle = takeEmpty(); idle; idle = takeEmpty()) await idle.close();
}

/** Every row of every table, as text, but the epoch that each database has for itself. */
async function readRows(db: Database) {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname <> 'database_epoch' order by 1`.execute(db);
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => [
      name,
      (await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)).rows,
    ]),
  );
  return Object.fromEntries(rows);
}

const readEpoch = async (db: Database) =>
  (await db.selectFrom('database_epoch').select('epoch').executeTakeFirstOrThrow()).epoch;

test(
  'a database that is used again has what a new one has, and an epoch of its own; its earlier user reads nothing of it',
  async () => {
    await closeIdle();
    const first = await openMemoryDatabase();
    const [asNew, epoch] = [await readRows(first), await readEpoch(first)];
    const query = first.selectFrom('clerks').select('id');
    await addTestDomain(first, { name: 'North', passwordHash: 'none', newId: () => crypto.randomUUID(), now: 0 });
    expect(await query.execute()).not.toEqual([]);
    await first.destroy();

    const again = await openMemoryDatabase();
    expect(takeEmpty()).toBeUndefined();
    expect(await readRows(again)).toEqual(asNew);
    expect(await readEpoch(again)).not.toBe(epoch);
    await expect(query.execute()).rejects.toThrow('destroyed');
    await again.destroy();
  },
  START_MS,
);

test.each([
  ['table', 'create table things (one int)'],
  ['column', 'alter table clerks add column more int'],
  ['trigger', 'alter table tickets disable trigger user'],
  ['function', 'create function one() returns int language sql as $$ select 1 $$'],
])(
  'a database with another %s is not used again',
  async (_what, statement) => {
    await closeIdle();
    const db = await openMemoryDatabase();
    await sql.raw(statement).execute(db);
    await db.destroy();
    expect(takeEmpty()).toBeUndefined();
  },
  START_MS,
);
