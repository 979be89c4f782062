import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeMigrate } from './migrate.suite.ts';
import { openForMigration } from './open-database.ts';

describe('migrations on PostgreSQL', () => describeMigrate(createPostgresDatabase));

test('a migration may take longer than any limit on statements and locks, of the server, the user or the pool', async () => {
  const database = await createPostgresDatabase();
  const { pathname } = new URL(database.url ?? '');
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql`alter database ${sql.raw(pathname.slice(1))} set ${sql.raw(limit)} = '150ms'`.execute(database.db);
  }
  const own = openForMigration({ url: database.url ?? '' });
  await own.transaction().execute((trx) => sql`select pg_sleep(0.4)`.execute(trx));
  const { rows } = await sql`select current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(own);
  expect(rows).toEqual([{ lock: '0', idle: '0' }]);
  await own.destroy();
  await database.drop();
});
