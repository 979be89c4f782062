import * as contract from '@scantix/api-contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

test('of webhooks that are created at once, a domain gets no more than twenty', async () => {
  const { api } = await server.signIn();
  const params = { domain: 'North Pier' };
  const create = (number: number) =>
    api.call(contract.createWebhook, { params, body: { url: `https://shop-${number}.example/` } });
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, number) => create(number)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20);
});
