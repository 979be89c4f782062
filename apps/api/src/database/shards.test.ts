import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase, type TestDatabase } from '../testing/test-databases.ts';

/** Tables that are no domain's alone: each process needs them before it knows the domain, or they are few and everywhere. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  domains: 'the list of domains: a copy on every node',
  clerks: 'the login name is unique over the installation and names the domain',
  sessions: 'a token names its session, and no domain',
  refresh_tokens: 'found by the hash of a token',
  used_proofs: 'belongs to a session',
  login_limits: 'counts login names and addresses, before it is known whether they exist',
  signing_keys: 'of the whole installation',
  database_epoch: 'of the whole database',
  audit_events: 'lines of the operator belong to no domain',
  kysely_migration: 'of the whole database',
  kysely_migration_lock: 'of the whole database',
};
let database: TestDatabase;
beforeAll(async () => {
  database = await createMemoryDatabase();
}, START_MS);
afterAll(() => database.drop());

interface Key {
  readonly on: string;
  readonly name: string;
  readonly to: string;
  readonly first: string;
}

/** Every primary key, unique index and foreign key, with its first column. */
async function readKeys(): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select made.relname as "on", key.relname as name, '' as to, first.attname as first
    from pg_index join pg_class as made on made.oid = indrelid join pg_class as key on key.oid = indexrelid
    join pg_attribute as first on first.attrelid = indrelid and first.attnum = indkey[0]
    where indisunique and made.relnamespace = current_schema()::regnamespace
    union all
    select made.relname, conname, goal.relname, first.attname
    from pg_constraint join pg_class as made on made.oid = conrelid join pg_class as goal on goal.oid = confrelid
    join pg_attribute as first on first.attrelid = conrelid and first.attnum = conkey[1]
    where contype = 'f' and made.relnamespace = current_schema()::regnamespace
    order by 1, 2`.execute(database.db);
  return rows;
}

test('every key of a table of a domain begins with the domain', async () => {
  const keys = (await readKeys()).filter(({ on }) => !(on in DIRECTORIES));
  expect(keys.filter(({ first }) => first !== 'domain_id')).toEqual([]);
  // A table without a key could not be found by its domain.
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by 1`.execute(database.db);
  const sharded = rows.map(({ name }) => name).filter((name) => !(name in DIRECTORIES));
  expect([...new Set(keys.map(({ on }) => on))].toSorted()).toEqual(sharded.toSorted());
});

test('a directory that is listed exists', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(
    database.db,
  );
  const names = rows.map(({ name }) => name);
  expect(Object.keys(DIRECTORIES).filter((name) => !names.includes(name))).toEqual([]);
});
