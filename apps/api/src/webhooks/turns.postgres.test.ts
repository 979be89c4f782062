import * as contract from '@scantix/api-contract/admin';
import { type KyselyPlugin, RawNode, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../database/open-database.ts';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectValue,
  type SignedIn,
  startTestServer,
  TEST_SECRETS,
  type TestServer,
} from '../testing/start-test-server.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { leaseWebhook, listDueMessages } from './lease-webhook.ts';
import type { Attempt, OutgoingMessage } from './send-message.ts';
import { settleTurn } from './settle-turn.ts';

let database: TestDatabase;
let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  database = await createPostgresDatabase();
  server = await startTestServer(database);
  clerk = await server.signIn();
}, START_MS);
afterAll(() => server.stop());

const domain = 'North Pier';
const answered = (status: number): Attempt => ({ kind: 'answered', status, retryAfterMs: null });

/** A dispatcher with connections of its own, as another process has, and what it has sent. */
function newProcess(answer: (message: OutgoingMessage) => Attempt = () => answered(204)) {
  const db = openPostgres({ url: database.url ?? '', maxConnections: 5, onIdleError: () => {} });
  const sent: string[] = [];
  const sender = {
    async send(message: OutgoingMessage) {
      sent.push(message.headers['webhook-id'] ?? '');
      return answer(message);
    },
    stop() {},
  };
  const { clock, newId } = server;
  const { webhookKey } = TEST_SECRETS;
  const dispatcher = createDispatcher({ db, clock, log: pino({ level: 'silent' }), newId, sender, webhookKey });
  return { dispatcher, sent, close: () => db.destroy() };
}

test('processes that deliver at once, while gates scan, deliver everything once', async () => {
  const params = { domain };
  for (const host of ['one', 'two', 'three']) {
    const body = { url: `https://${host}.example/`, events: ['scan.accepted' as const] };
    expectValue(await clerk.api.call(contract.createWebhook, { params, body }));
  }
  await server.north.addTicket('MANY', { entries_allowed: 1_000 });
  const processes = [newProcess(), newProcess(), newProcess()];
  const gates = Array.from({ length: 10 }, async (_, gate) => {
    for (let number = 0; number < 10; number += 1) {
      await clerk.post({ id: server.newId(), barcode: 'MANY', device_id: `gate-${gate}-${number}` });
    }
  });
  await Promise.all([...gates, ...processes.map(({ dispatcher }) => dispatcher.run())]);
  await Promise.all(processes.map(({ dispatcher }) => dispatcher.run()));
  const sent = processes.flatMap((one) => one.sent);
  expect([sent.length, new Set(sent).size]).toEqual([300, 100]);
  const rows = await server.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute();
  expect(rows.every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true);
  await Promise.all(processes.map(({ close }) => close()));
});

test('what a process took that has ended is delivered by another once its turn is over', async () => {
  await clerk.post({ id: server.newId(), barcode: 'MANY', device_id: 'the-last' });
  const past = new Date(server.clock.now());
  await server.db
    .updateTable('webhooks')
    .set({ lease: server.newId(), lease_until: new Date(past.getTime() + 60_000) })
    .execute();
  const other = newProcess();
  await other.dispatcher.run();
  expect(other.sent).toEqual([]);
  server.clock.advance(60_000);
  await other.dispatcher.run();
  expect(other.sent).toHaveLength(3);
  await other.close();
});

/** Answers with the plan of a statement, which runs, instead of its rows. */
const EXPLAIN: KyselyPlugin = {
  transformQuery: ({ node }) =>
    RawNode.is(node)
      ? RawNode.create(
          [`explain (analyze, buffers, format json) ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)],
          node.parameters,
        )
      : node,
  transformResult: async ({ result }) => result,
};

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

test('a webhook whose messages all wait for later is passed without reading them', async () => {
  const [hook] = await server.db.selectFrom('webhooks').select(['domain_id', 'id']).execute();
  await sql`
    insert into webhook_deliveries (domain_id, webhook_id, type, id, data, created_at, waiting_since, next_at, attempts)
    select ${hook?.domain_id}::uuid, ${hook?.id}::uuid, 'scan.accepted', gen_random_uuid(), '{}', now(), now(),
      ${new Date(server.clock.now() + 3_600_000)}::timestamptz, 1 from generate_series(1, 50000)`.execute(server.db);
  await sql`analyze webhook_deliveries`.execute(server.db);
  const lease = { now: server.clock.now(), forMs: 1_000, lease: server.newId() };
  const explained = (await leaseWebhook(server.db.withPlugin(EXPLAIN), lease)) as unknown as {
    'QUERY PLAN': { Plan: Plan }[];
  };
  const plan = explained['QUERY PLAN'][0]?.Plan;
  expect(plan && plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(100);
});

test('what a turn has sent is written in the order in which an erasure locks it', async () => {
  const { db, clock, newId } = server;
  for (const device_id of ['ordered 1', 'ordered 2']) await clerk.post({ id: newId(), barcode: 'MANY', device_id });
  const hook = await leaseWebhook(db, { now: clock.now(), forMs: 60_000, lease: newId() });
  if (!hook) throw new Error('No webhook has its turn');
  const messages = await listDueMessages(db, hook, { now: clock.now(), limit: 2 });
  const hold = await db.startTransaction().execute();
  const lock = (sequence: number | string | undefined) =>
    sql`select from webhook_deliveries where sequence = ${sequence} for update`.execute(hold);
  await lock(messages[0]?.sequence);
  const tried = messages.toReversed().map((message) => ({ message, attempt: answered(204) }));
  const result = { kind: 'working', retryAfterMs: 0 } as const;
  const settling = settleTurn(db, hook, tried, { result, now: clock.now(), jitter: 0 });
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await lock(messages[1]?.sequence);
  await hold.commit().execute();
  await settling;
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('state')
    .where(
      'sequence',
      'in',
      messages.map(({ sequence }) => sequence),
    )
    .execute();
  expect(rows).toEqual([{ state: 'delivered' }, { state: 'delivered' }]);
});
