import { createApiClient, postScans, undoScan } from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../create-app.ts';
import { openPostgres } from '../database/open-database.ts';
import type { Database } from '../database/tables.ts';
import { readFeedRows, readRowsToSeal } from '../snapshot/feed-rows.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, type TestServer, withToken } from '../testing/start-test-server.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { eraseHolder } from './erase-holder.ts';
import { importBatch, prepareBatch, type TicketImporter } from './import-batch.ts';

const TICKETS = 20_000;

let database: TestDatabase;
let server: TestServer;
/** The one connection of a process, so that what it has read can be counted. */
let db: Database;
let importer: TicketImporter;

/** So many tickets, from `first` on. */
const rows = (first: number, count: number, fields = {}) =>
  Array.from({ length: count }, (_, index) => ({ barcode: `STALE-${first + index}`, ...fields }));
const importRows = (...asked: Parameters<typeof rows>) =>
  importBatch(importer, prepareBatch(importer.newId, rows(...asked)));

// As in the first minutes of a large import: the tables are as they were when they were last looked at, and had the tickets
// of another domain.
beforeAll(async () => {
  database = await createPostgresDatabase();
  server = await startTestServer(database);
  db = openPostgres({ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} });
  const { clock, newId, north, south } = server;
  importer = { db, clock, newId, domainId: south.id };
  await importRows(0, TICKETS);
  for (const table of ['tickets', 'ticket_changes', 'scans']) {
    await sql`analyze ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db).catch(() => {});
  }
  importer = { ...importer, domainId: north.id };
  await importRows(0, TICKETS);
}, START_MS);
afterAll(async () => {
  await db.destroy();
  await server.stop();
});

/** The rows of tickets and of their feed that something reads. */
async function countRead(work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const counted = await sql<{ rows: string }>`
      select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_user_tables
      where relname ~ '^(tickets|ticket_changes)'`.execute(db);
    return Number(counted.rows[0]?.rows);
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

/** A statement reads the tickets that it names, some of them a few times. */
async function expectRead(named: number, work: () => Promise<unknown>): Promise<void> {
  const read = await countRead(work);
  expect(read).toBeGreaterThanOrEqual(named);
  expect(read).toBeLessThan(TICKETS / 10 + 3 * named);
}

test('a batch of an import reads the tickets that it names', async () => {
  await expectRead(50, () => importRows(TICKETS - 50, 100));
});

test('a batch reads the tickets that it changes', async () => {
  await expectRead(1_000, () => importRows(100, 1_000, { holder: 'X' }));
});

test('what is sealed for devices is read row by row', async () => {
  const { domainId } = importer;
  const found = await readFeedRows(db, { domainId, after: 0, limit: 500 });
  await expectRead(500, () => readRowsToSeal(db, { domainId, rows: found }, new Map()));
});

test('an erasure of a ticket reads this one', async () => {
  await expectRead(1, () => eraseHolder(db, { domainId: importer.domainId, barcodes: ['STALE-7'], at: new Date() }));
});

test('scans and undos read their tickets', async () => {
  const { tokens, scan } = await server.signIn();
  const app = createApp({ ...server.parts, db });
  const local: typeof fetch = async (input, init) => app.fetch(new Request(input, init));
  const api = createApiClient({ baseUrl: server.url, fetch: withToken(tokens.access_token, local) });
  const scans = rows(200, 20).map(({ barcode }) => ({ ...scan(), id: server.newId(), barcode }));
  await expectRead(20, async () => {
    const { results } = expectValue(await api.call(postScans, { body: { scans } }));
    expect(results.every(({ verdict }) => verdict?.outcome === 'accepted')).toBe(true);
  });
  await expectRead(1, async () => {
    const { claimed_at, claimed_by, device_id } = scan();
    const body = { id: server.newId(), claimed_at, claimed_by, device_id };
    const params = { id: scans[0]?.id ?? '' };
    expect(expectValue(await api.call(undoScan, { params, body })).status).toBe('recorded');
  });
});
