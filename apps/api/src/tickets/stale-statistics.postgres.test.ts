import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { importBatch, prepareBatch, writeBatch } from './import-batch.ts';

const TICKETS = 20_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

/** So many tickets, from `first` on. */
const rows = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ barcode: `STALE-${first + index}` }));

test('a batch after an import reads the tickets that it names, though the statistics know of none', async () => {
  const { db, clock, newId, north } = server;
  // As in the first minute of a large import: the tables are as they were when they were last looked at.
  for (const table of ['tickets', 'ticket_changes']) {
    await sql`analyze ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db).catch(() => {});
  }
  const importer = { db, clock, newId, domainId: north.id };
  await importBatch(importer, prepareBatch(newId, rows(0, TICKETS)));

  const read = await db.transaction().execute(async (trx) => {
    const batch = prepareBatch(newId, rows(TICKETS - 50, 100));
    await writeBatch({ ...importer, db: trx }, batch, { dryRun: false, mayRevoke: true });
    const counted = await sql<{ rows: string }>`
      select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_xact_user_tables
      where relname ~ '^(tickets|ticket_changes)'`.execute(trx);
    return Number(counted.rows[0]?.rows);
  });
  // It reads the 50 tickets that are there, and some of them twice.
  expect(read).toBeGreaterThanOrEqual(50);
  expect(read).toBeLessThan(TICKETS / 10);
});
