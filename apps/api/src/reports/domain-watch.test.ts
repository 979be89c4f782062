import { acknowledgeConflict, listConflicts } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../database/tables.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { createDomainWatch } from './domain-watch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

/** Watches the domain of the tests, and counts how often the database is asked. `failures`: the first times it is lost. */
function startWatch(failures = 0) {
  const [told, polled, warn] = [vi.fn(), vi.fn(), vi.fn()];
  const db: Database = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      polled();
      if (polled.mock.calls.length <= failures) throw new Error('lost');
      return result;
    },
  });
  const stop = createDomainWatch({ db, log: { warn } }).watch(server.north.id, told);
  const timesOf = ({ mock }: typeof told) => mock.calls.length;
  return {
    ...{ stop, told: () => timesOf(told), warned: () => timesOf(warn), polled: () => timesOf(polled) },
    polls: (count: number) => expect.poll(() => timesOf(polled)).toBeGreaterThanOrEqual(count),
  };
}

test('tells of a new ticket and of an acknowledgement, and of nothing in another domain', async () => {
  const clerk = await server.signIn();
  await server.north.addTicket('W-COPY');
  await clerk.post({ id: server.newId(), barcode: 'W-COPY' });
  const decided = { decided_at: new Date(server.clock.now()).toISOString(), certainty: 'device' } as const;
  const device_verdict = { outcome: 'accepted', reason: 'ok', mode: 'entry', ...decided } as const;
  await clerk.post({ id: server.newId(), barcode: 'W-COPY', device_id: 'offline', device_verdict });
  const [conflict] = expectValue(await clerk.api.call(listConflicts, { query: { open: 'true' } })).items;

  const { stop, told, polled, polls } = startWatch();
  await polls(1);
  await server.north.addTicket('W-NEW');
  await expect.poll(told).toBe(1);
  expectValue(await clerk.api.call(acknowledgeConflict, { params: { id: conflict?.id ?? '' } }));
  await expect.poll(told).toBe(2);
  await server.south.addTicket('W-SOUTH');
  await polls(polled() + 2);
  expect(told()).toBe(2);
  stop();
});

test('goes on after the database was lost, and asks nothing once nobody listens', async () => {
  const { stop, told, warned, polled, polls } = startWatch(1);
  await polls(2);
  expect(warned()).toBe(1);
  await server.north.addTicket('W-AFTER');
  await expect.poll(told).toBe(1);
  stop();
  const before = polled();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(polled()).toBe(before);
});
