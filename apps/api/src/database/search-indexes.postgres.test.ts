import { listScans, searchTickets } from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkDatabase } from '../doctor/check-database.ts';
import { withinWindow } from '../scans/find-scans.ts';
import { selectScans } from '../scans/scan-record.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { migrateServer } from './migrate-server.ts';
import { buildSearchIndexes, hasSearchIndexes } from './search-indexes.ts';
import { searchWindows } from './search-spans.ts';
import { searchFinds } from './search-text.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

const doctor = async () => (await checkDatabase(server)).find(({ check }) => check === 'search');

test('a search finds the same with its index and without, and the doctor says which', async () => {
  const { db, north, newId } = server;
  const clerk = await server.signIn();
  await north.addTicket('T-100%', { holder: 'Zoë Ångström' });
  await clerk.post({ id: newId(), barcode: 'T-100%' });
  const find = async (query: string) => [
    expectValue(await clerk.api.call(listScans, { body: { search: query } })).items.length,
    expectValue(await clerk.api.call(searchTickets, { body: { query } })).items.length,
  ];
  const texts = ['ångs', 'zo', '100%', '_', 'T-1', 'nobody', 't', 'oë'];
  const found = await Promise.all(texts.map(find));
  expect(found).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [0, 0],
    [1, 1],
    [0, 0],
    [1, 1],
    [0, 0],
  ]);
  expect([await hasSearchIndexes(db), (await doctor())?.status]).toEqual([false, 'warning']);
  await buildSearchIndexes(db);
  await buildSearchIndexes(db);
  expect([await hasSearchIndexes(db), (await doctor())?.status]).toEqual([true, 'ok']);
  expect(await Promise.all(texts.map(find))).toEqual(found);
  for (const search of ['ngst', 'zo', 'z']) {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ 'QUERY PLAN': string }>`
        explain (analyze, timing off) select from tickets where ${searchFinds(sql.ref('search_text'), search)}`.execute(
        trx,
      );
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join();
    expect(plan).toContain('tickets_search');
    // What the index does not know, it gives whole.
    expect(plan).not.toContain('Rows Removed');
  }
});

test('a search for scans asks the index for its text, its domain and its days at once', async () => {
  const { db, north } = server;
  const log = { oldest: new Date(0), newest: new Date(server.clock.now()) };
  await db.transaction().execute(async (trx) => {
    // A table of its own, with this index alone: in one of few rows any other is cheaper.
    await sql`create temporary table scans (like scans including generated) on commit drop`.execute(trx);
    const { rows } = await sql<{ made: string }>`
      select pg_get_indexdef('public.scans_search_by_day'::regclass) as made`.execute(trx);
    await sql.raw(rows[0]?.made.replace('public.scans', 'pg_temp.scans') ?? '').execute(trx);
    await sql`set local enable_seqscan = off`.execute(trx);
    const scans = selectScans(trx, north.id).where('search_text', 'like', '%t-100%');
    for (const window of searchWindows(north.id, log)) {
      const plan = JSON.stringify(await withinWindow(scans, window).explain('json'));
      expect(plan).toMatch(/"Index Cond":"[^{}]*~~ '%t-100%'[^{}]* && /);
      // Tables of which no column is asked for are not read.
      expect(plan).not.toContain('clerks');
    }
  });
});

test('"scantix migrate" makes them for as long as that takes, whatever the limit on statements', async () => {
  const database = await createPostgresDatabase();
  const { db, url = '' } = database;
  await migrateServer({ url });
  await sql`drop index scans_search_by_day`.execute(db);
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set statement_timeout = '150ms'`.execute(db);
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The index waits for it.
  const gate = db.transaction().execute(async (trx) => {
    await sql`lock table scans in row exclusive mode`.execute(trx);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  const migrating = migrateServer({ url });
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and query like 'create index concurrently%scans_search%' and query_start < now() - interval '450 ms'`.execute(db);
    expect(rows).toHaveLength(1);
  }, 20_000);
  ended.resolve();
  await gate;
  expect(await migrating).toEqual({ applied: [], forgotten: [] });
  expect(await hasSearchIndexes(db)).toBe(true);
  await database.drop();
});
