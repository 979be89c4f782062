import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { DatabaseTooNewError, migrate } from './migrate.ts';

/** How builds of different age treat one database, on any database. */
export function describeMigrate(createDatabase: () => Promise<TestDatabase>): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  }, START_MS);
  afterAll(() => database.drop());

  const step = (statement: string) => ({
    async up(db: Kysely<unknown>) {
      await sql.raw(statement).execute(db);
    },
  });
  const OLD = { '1-made': step('create table things (id int primary key)') };
  const NEW = { ...OLD, '2-wider': step('alter table things add column name text') };
  const insert = () =>
    sql`insert into things (id) values ((select coalesce(max(id), 0) + 1 from things))`.execute(database.db);

  test('an older build starts on a database that a newer one has expanded, and leaves it as it is', async () => {
    expect(await migrate(database.db, OLD)).toEqual({ applied: ['1-made'] });
    expect(await migrate(database.db, NEW)).toEqual({ applied: ['2-wider'] });
    expect(await migrate(database.db, OLD)).toEqual({ applied: [] });
    await insert();
    expect(await migrate(database.db, NEW)).toEqual({ applied: [] });
  });

  test('a migration that fails takes nothing back of those before it', async () => {
    const broken = { ...NEW, '3-index': step('create index on things (name)'), '4-broken': step('select 1 / 0') };
    await expect(migrate(database.db, broken)).rejects.toThrow('division by zero');
    const fixed = { ...broken, '4-broken': step('select 1') };
    expect(await migrate(database.db, fixed)).toEqual({ applied: ['4-broken'] });
  });

  test('a migration that lost to running scans, by a lock or a deadlock, is tried again', async () => {
    for (const code of ['55P03', '40P01']) {
      let tries = 0;
      const up = async () => {
        tries += 1;
        if (tries === 1) throw Object.assign(new Error('gave way'), { code });
      };
      const { db, drop } = await createDatabase();
      expect(await migrate(db, { '1-given-way': { up } })).toEqual({ applied: ['1-given-way'] });
      expect(tries).toBe(2);
      await drop();
    }
  });

  test('an older build does not start where a newer one has taken something away', async () => {
    const contracted = {
      ...NEW,
      '3-index': step('select 1'),
      '4-broken': step('select 1'),
      '5-contract-names': step('alter table things drop column name'),
    };
    expect(await migrate(database.db, contracted)).toEqual({ applied: ['5-contract-names'] });
    await expect(migrate(database.db, NEW)).rejects.toThrow(DatabaseTooNewError);
    expect(await migrate(database.db, contracted)).toEqual({ applied: [] });
  });
}
