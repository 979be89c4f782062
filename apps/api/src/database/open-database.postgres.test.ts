import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inRequest } from '../system/current-request.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { openPostgres } from './open-database.ts';
import { PREPARED } from './prepared-statements.ts';

const database = await createPostgresDatabase();
afterAll(() => database.drop());

test('a connection that is lost between two statements fails its transaction, and not the process', async () => {
  const { db } = database;
  // Without a listener the process would end here, which Vitest reports as an unhandled error.
  const lost = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
    await sql`select 1`.execute(transaction);
  });
  await expect(lost).rejects.toThrow();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a transaction whose connection is lost fails with the reason', async () => {
  const lost = database.db
    .transaction()
    .execute((trx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx));
  await expect(lost).rejects.toThrow('terminating connection due to administrator command');
});

test('a connection whose rollback has failed leaves the pool', async () => {
  const one = openPostgres({
    ...{ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} },
    onPool: (pool) =>
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => unknown;
        const failing = (...args: unknown[]) =>
          args[0] === 'rollback' ? Promise.reject(new Error('no rollback')) : query(...args);
        client.query = failing as typeof client.query;
      }),
  });
  const processOf = async (on: typeof one) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;
  let failed: number | undefined;
  const transaction = one.transaction().execute(async (trx) => {
    failed = await processOf(trx);
    await sql`select 1 / 0`.execute(trx);
  });
  await expect(transaction).rejects.toThrow('division by zero');
  expect(await processOf(one)).not.toBe(failed);
  await one.destroy();
});

test('a transaction has the id of its request in application_name, and its connection not after it', async () => {
  const { db } = database;
  const name = (on: typeof db) => sql<{ name: string }>`select current_setting('application_name') as name`.execute(on);
  const named = await inRequest('edge-1.0000042', () =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(name),
  );
  expect(named.rows).toEqual([{ name: 'scantix-api edge-1.0000042' }]);
  expect((await db.transaction().execute(name)).rows).toEqual([{ name: 'scantix-api' }]);
  const level = inRequest('edge-1.0000042', () =>
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute((trx) => sql`select current_setting('transaction_isolation') as level`.execute(trx)),
  );
  expect((await level).rows).toEqual([{ level: 'serializable' }]);
});

test('transactions see what others have committed, whatever the server takes for its default', async () => {
  const name = new URL(database.url ?? '').pathname.slice(1);
  await sql`alter database ${sql.table(name)} set default_transaction_isolation = 'repeatable read'`.execute(
    database.db,
  );
  const one = openPostgres({ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} });
  const level = one
    .transaction()
    .execute((trx) => sql`select current_setting('transaction_isolation') as level`.execute(trx));
  expect((await level).rows).toEqual([{ level: 'read committed' }]);
  await one.destroy();
});

test('times are read, in whatever form the server writes them by default', async () => {
  const name = new URL(database.url ?? '').pathname.slice(1);
  await sql`alter database ${sql.table(name)} set datestyle = 'German'`.execute(database.db);
  const one = openPostgres({ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} });
  const { rows } = await sql`select timestamptz '2026-11-29T23:00:00Z' as at`.execute(one);
  expect(rows).toEqual([{ at: new Date('2026-11-29T23:00:00Z') }]);
  await one.destroy();
});

test('options in the address stay beside those of the program', async () => {
  const url = `${database.url}?application_name=other&options=-c%20search_path%3Dpg_catalog&connect_timeout=5`;
  const one = openPostgres({ url, maxConnections: 1, onIdleError: () => {} });
  const { rows } = await sql`
    select current_setting('search_path') as path, current_setting('jit') as jit, current_setting('datestyle') as style,
      current_setting('default_transaction_isolation') as level`.execute(one);
  await one.destroy();
  expect(rows).toEqual([
    { path: 'pg_catalog', jit: 'off', style: expect.stringMatching(/^ISO/), level: 'read committed' },
  ]);
});

test('a connection to a server that became read-only leaves the pool', async () => {
  const one = openPostgres({ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} });
  await sql`create table written (at integer)`.execute(one);
  await sql`set default_transaction_read_only = on`.execute(one);
  const write = () => one.transaction().execute((trx) => sql`insert into written values (1)`.execute(trx));
  await expect(write()).rejects.toThrow('read-only transaction');
  expect((await write()).numAffectedRows).toBe(1n);
  await one.destroy();
});

test('a marked statement is prepared once by its connection, and a column that is added meanwhile changes nothing', async () => {
  const { db } = database;
  await db.connection().execute(async (connection) => {
    await sql`create table things (one integer); insert into things values (1), (2)`.execute(connection);
    const read = (most: number) =>
      sql<{ one: number }>`select one from things where one <= ${most} ${PREPARED}`.execute(connection);
    expect((await read(1)).rows).toEqual([{ one: 1 }]);
    await sql`alter table things add column two integer`.execute(connection);
    expect((await read(2)).rows).toHaveLength(2);
    const { rows } = await sql<{ count: string }>`select count(*) from pg_prepared_statements`.execute(connection);
    expect(rows).toEqual([{ count: '1' }]);
  });
});
