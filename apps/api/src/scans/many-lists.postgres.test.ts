import { getReportSummary, getScannerConfig, listScans } from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres } from '../database/open-database.ts';
import { expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
});
afterAll(() => server.stop());

test('a clerk who asks for the log many times at once leaves connections to the gates', async () => {
  const [clerk, gate] = [await server.signIn(), await server.signIn(server.north.colleague.login)];
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${rows[0]?.name}`;
  const other = openPostgres({ url: url.href, maxConnections: 2, onIdleError: () => {} });
  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other);
  const begun = (count: number) =>
    vi.waitFor(async () => expect((await waiting()).rows.length).toBeGreaterThanOrEqual(count));
  const query = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
  let asked: ReturnType<typeof clerk.api.call>[] = [];
  await other.transaction().execute(async (trx) => {
    // A long log takes a list seconds.
    await sql`lock table scans in access exclusive mode`.execute(trx);
    asked = Array.from({ length: 30 }, () => clerk.api.call(listScans, { body: {} }));
    await begun(4);
    // A report is shared with colleagues who ask for the same: it waits behind nobody's lists.
    asked.push(clerk.api.call(getReportSummary, { query }));
    expectValue(await gate.api.call(getScannerConfig, {}));
    asked.push(gate.api.call(getReportSummary, { query }));
    await begun(5);
  });
  for (const answer of await Promise.all(asked)) expectValue(answer);
  await other.destroy();
});
