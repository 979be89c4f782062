import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';

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
