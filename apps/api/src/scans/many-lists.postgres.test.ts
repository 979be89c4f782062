import { createApiClient, getScannerConfig, listConflicts, listScans, searchTickets } from '@scantix/api-contract';
import { listTickets } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres } from '../database/open-database.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
});
afterAll(() => server.stop());

const operator = () => createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });

test.each([
  { of: 'the log', table: 'scans', read: ({ api }: SignedIn) => api.call(listScans, { body: {} }) },
  { of: 'conflicts', table: 'scan_conflicts', read: ({ api }: SignedIn) => api.call(listConflicts, { query: {} }) },
  {
    of: 'found tickets',
    table: 'tickets',
    read: ({ api }: SignedIn) => api.call(searchTickets, { body: { query: 'a' } }),
  },
  {
    of: 'tickets',
    table: 'tickets',
    read: () => operator().call(listTickets, { params: { domain: server.north.id }, body: {} }),
  },
])('who asks for pages of $of many times at once leaves connections to the gates', async ({ table, read }) => {
  const [clerk, gate] = [await server.signIn(), await server.signIn(server.north.colleague.login)];
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${rows[0]?.name}`;
  const other = openPostgres({ url: url.href, maxConnections: 2, onIdleError: () => {} });
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other);
  let pages: ReturnType<typeof read>[] = [];
  await other.transaction().execute(async (trx) => {
    // A long list takes a page seconds.
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    pages = Array.from({ length: 30 }, () => read(clerk));
    await vi.waitFor(async () => expect((await waiting()).rows.length).toBeGreaterThanOrEqual(4));
    expectValue(await gate.api.call(getScannerConfig, {}));
  });
  for (const page of await Promise.all(pages)) expectValue<unknown>(page);
  await other.destroy();
});
