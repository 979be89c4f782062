import { getReportSummary, listScans } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { openPostgres } from '../database/open-database.ts';
import { expectValue, startTestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

test('a gate is answered while viewers wait for every connection of the reports', async () => {
  const database = await createPostgresDatabase();
  const url = database.url ?? '';
  const reportsDb = openPostgres({ url, maxConnections: 1, onIdleError: () => {} });
  const server = await startTestServer(database, { reportsDb });
  const clerk = await server.signIn();
  const busy = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const longReport = reportsDb.connection().execute(async () => {
    begun.resolve();
    await busy.promise;
  });
  await begun.promise;
  const now = server.clock.now();
  const query = { from: new Date(now - 60_000).toISOString(), to: new Date(now).toISOString() };
  let isSeen = false;
  const seen = clerk.api.call(getReportSummary, { query }).finally(() => {
    isSeen = true;
  });
  const id = server.newId();
  const [result] = await clerk.post({ id, barcode: 'AT-THE-GATE' });
  expect(result?.status).toBe('recorded');
  expect(expectValue(await clerk.api.call(listScans, { body: { id } })).items).toHaveLength(1);
  expect(isSeen).toBe(false);
  busy.resolve();
  await longReport;
  await seen;
  await reportsDb.destroy();
  await server.stop();
});
