import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { buildIndexes, makeIndexes } from './build-indexes.ts';
import { describeMigrate } from './migrate.suite.ts';
import { migrate } from './migrate.ts';
import { openForMigration } from './open-database.ts';

describe('migrations on PostgreSQL', () => describeMigrate(createPostgresDatabase));

test('a migration may take longer than any limit on statements, of the server, the user or the pool', async () => {
  const database = await createPostgresDatabase();
  const { pathname } = new URL(database.url ?? '');
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`alter database ${sql.raw(pathname.slice(1))} set ${sql.raw(limit)} = '150ms'`.execute(database.db);
  }
  const own = openForMigration({ url: database.url ?? '' });
  await own.transaction().execute((trx) => sql`select pg_sleep(0.4)`.execute(trx));
  const { rows } = await sql`select current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(own);
  expect(rows).toEqual([{ lock: '2s', idle: '0' }]);
  await own.destroy();
  await database.drop();
});

test('a migration that waits behind a backup lets scans through, and is done after it', async () => {
  const database = await createPostgresDatabase();
  await sql`create table things (id int)`.execute(database.db);
  const own = openForMigration({ url: database.url ?? '' });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const backup = database.db.transaction().execute(async (trx) => {
    await sql`select * from things`.execute(trx);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  const up = async (db: typeof own) => void (await sql`alter table things add column name text`.execute(db));
  const migrating = migrate(own, { '1-wider': { up } });
  const waiting = sql`select 1 from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect((await waiting.execute(database.db)).rows).toHaveLength(1), 5_000);
  await sql`insert into things (id) values (1)`.execute(database.db);
  ended.resolve();
  await backup;
  expect(await migrating).toEqual({ applied: ['1-wider'] });
  await own.destroy();
  await database.drop();
});

test('a migration whose process is killed lets scans through while its statement would still run', async () => {
  const database = await createPostgresDatabase();
  await sql`create table things (id int)`.execute(database.db);
  const address = new URL(database.url ?? '');
  const port = Number(address.port);
  const sockets: Socket[] = [];
  const way = createServer((socket) => {
    const onward = connect(port, address.hostname);
    sockets.push(socket, onward);
    socket.pipe(onward).pipe(socket);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  address.port = String((way.address() as AddressInfo).port);
  const own = openForMigration({ url: address.href });
  const up = async (db: typeof own) => {
    await sql`alter table things add column name text`.execute(db);
    await sql`select pg_sleep(60)`.execute(db);
  };
  const migrating = migrate(own, { '1-long': { up } });
  const holds = sql`select from pg_stat_activity where query like 'select pg_sleep%' and datname = current_database()`;
  await vi.waitFor(async () => expect((await holds.execute(database.db)).rows).toHaveLength(1), 5_000);
  // What the operating system does for a process that is killed.
  for (const socket of sockets) socket.destroy();
  way.close();
  await expect(migrating).rejects.toThrow();
  await sql`insert into things (id) values (1)`.execute(database.db);
  await own.destroy();
  await database.drop();
});

describe('an index of a table that gates write to', () => {
  const indexes = [{ name: 'things_by_id', on: 'things (id)' }];
  const up = (db: Kysely<unknown>) => makeIndexes(db, indexes);

  test('is built while they write, and is there before its migration', async () => {
    const database = await createPostgresDatabase();
    const { db } = database;
    await sql`create table things (id int)`.execute(db);
    const own = openForMigration({ url: database.url ?? '' });
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gate = db.transaction().execute(async (trx) => {
      await sql`insert into things (id) values (1)`.execute(trx);
      begun.resolve();
      await ended.promise;
    });
    await begun.promise;
    const migrating = migrate(own, { '1-indexed': { up, indexes } }, { online: true });
    const waits = sql<{ locktype: string }>`select locktype from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`;
    const waiting = await vi.waitFor(async () => {
      const { rows } = await waits.execute(db);
      expect(rows).toHaveLength(1);
      return rows[0]?.locktype;
    }, 5_000);
    expect(waiting).not.toBe('relation');
    ended.resolve();
    await gate;
    expect(await migrating).toEqual({ applied: ['1-indexed'] });
    const { rows } = await sql`select current_setting('lock_timeout') as lock`.execute(own);
    expect(rows).toEqual([{ lock: '2s' }]);
    await own.destroy();
    await database.drop();
  });

  test('is built anew where an attempt broke off, by one of two that try', async () => {
    const database = await createPostgresDatabase();
    const { db } = database;
    await sql`create table things (id int)`.execute(db);
    await sql`create index things_by_id on things (id)`.execute(db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'things_by_id'::regclass`.execute(db);
    await Promise.all([buildIndexes(db, indexes), buildIndexes(db, indexes)]);
    const valid = sql`select indisvalid from pg_index where indexrelid = 'things_by_id'::regclass`;
    expect((await valid.execute(db)).rows).toEqual([{ indisvalid: true }]);
    await database.drop();
  });
});
