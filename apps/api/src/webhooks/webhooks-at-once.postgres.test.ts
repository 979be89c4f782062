import * as contract from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
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

test('of two deletions of a webhook at once, one tells of it', async () => {
  const { db } = server;
  const { api } = await server.signIn();
  const [first] = expectValue(await api.call(contract.listWebhooks, { params: { domain: 'North Pier' } })).items;
  const params = { domain: 'North Pier', webhook: first?.id ?? '' };
  const hold = await db.startTransaction().execute();
  await sql`lock table webhook_deliveries in share mode`.execute(hold);
  const deleting = Promise.all([1, 2].map(() => api.call(contract.deleteWebhook, { params })));
  await expect.poll(() => countLockWaits(db)).toBe(2);
  await hold.commit().execute();
  expect((await deleting).map(({ ok }) => ok)).toEqual([true, true]);
  const told = db.selectFrom('audit_events').select('target_id').where('action', '=', 'webhook.deleted');
  expect(await told.execute()).toEqual([{ target_id: params.webhook }]);
});
