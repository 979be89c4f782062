import { getReportSummary, getScannerConfig } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

test('of many reports that a clerk asks for at once four are computed at a time, and all are answered', {
  timeout: START_MS,
}, async () => {
  const slow = await createMemoryDatabase();
  let asked = 0;
  const reportsDb = slow.db.withPlugin({
    transformQuery({ node }) {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const server = await startTestServer(await createMemoryDatabase(), { reportsDb });
  const clerk = await server.signIn();
  const [to, from] = [server.clock.now(), server.clock.now() - 3_600_000];
  const busy = Promise.withResolvers<void>();
  const other = slow.db.transaction().execute(() => busy.promise);
  const answers = Array.from({ length: 60 }, (_, minutes) => {
    const query = { from: new Date(from - minutes * 60_000).toISOString(), to: new Date(to).toISOString() };
    return clerk.api.call(getReportSummary, { query });
  });
  expectValue(await clerk.api.call(getScannerConfig, {}));
  await expect.poll(() => asked).toBe(4);
  busy.resolve();
  await other;
  for (const answer of answers) expectValue(await answer);
  expect(asked).toBe(60);
  await server.stop();
  await slow.drop();
});
