import { listScans, searchTickets } from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '../doctor/check-database.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { buildSearchIndexes, hasSearchIndexes } from './search-indexes.ts';

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
  const texts = ['ångs', 'zo', '100%', '_', 'T-1', 'nobody'];
  const found = await Promise.all(texts.map(find));
  expect(found).toEqual([
    [1, 1],
    [1, 1],
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
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql<{ 'QUERY PLAN': string }>`explain select from tickets where search_text like '%ngst%'`.execute(trx);
  });
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('tickets_search');
});
