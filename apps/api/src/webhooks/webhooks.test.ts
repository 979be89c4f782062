import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Scan, undoScan } from '@scantix/api-contract';
import * as contract from '@scantix/api-contract/admin';
import { type WebhookMessage, webhookMessage } from '@scantix/api-contract/admin';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectValue,
  type SignedIn,
  startTestServer,
  TEST_SECRETS,
  type TestServer,
} from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { type Answer, describeWebhookAdministration, type Received } from './administration.suite.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { describeFailingReceivers } from './failing-receivers.suite.ts';
import { describeFairTurns } from './fair-turns.suite.ts';
import { describeLostAnswers } from './lost-answers.suite.ts';
import { createMessageSender } from './send-message.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { describeTurns } from './turns.suite.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let clerk: SignedIn;
const closing: (() => unknown)[] = [];
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  const lifetimes = { accessTokenS: 8_640_000, sessionS: 8_640_000, rememberedSessionS: 8_640_000 };
  server = await startTestServer(await createMemoryDatabase(), { webhooksToPrivate: true, lifetimes });
  // Receivers compare the time of a message with their own.
  server.clock.advance(Date.now() - server.clock.now());
  clerk = await server.signIn();
}, START_MS);
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  await server.db.deleteFrom('webhooks').execute();
  logged.length = 0;
});
afterAll(() => server.stop());

/** A receiver that answers with the next of these statuses, and with the last one from then on. */
async function startReceiver(...statuses: Answer[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    const answer = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 204;
    const [status, headers] = typeof answer === 'number' ? [answer] : answer;
    response.writeHead(status, { Location: 'http://127.0.0.1:1/', ...headers }).end();
  });
  return { url: await listen(receiver), received };
}

async function listen(receiver: Server): Promise<string> {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}

const domain = 'North Pier';
const create = async (body: { url: string; events?: contract.WebhookEvent[]; holder_data?: boolean }) =>
  expectValue(await clerk.api.call(contract.createWebhook, { params: { domain }, body }));
const show = async (webhook: string) =>
  expectValue(await clerk.api.call(contract.showWebhook, { params: { domain, webhook } }));
const enter = async (barcode: string, more: Partial<Scan> = {}) => {
  const scan = { id: server.newId(), barcode, ...more };
  await clerk.post(scan);
  return scan;
};
const newDispatcher = (sender = createMessageSender({ allowPrivate: true }), db = server.db) => {
  closing.push(() => sender.stop());
  const { clock, newId } = server;
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  return createDispatcher({
    ...{ db, clock, log, newId, sender, webhookKey: TEST_SECRETS.webhookKey, jitter: () => 0.5 },
  });
};
const bodyOf = ({ body }: Received) => webhookMessage.parse(JSON.parse(body)) as WebhookMessage;

test('an admission, its undo and a conflict reach the receiver, signed, in the order of their recording', async () => {
  const { url, received } = await startReceiver(204);
  const { secret, id } = await create({ url });
  const barcode = '\uFEFFHOOKED';
  await server.north.addTicket(barcode, { type: 'Weekend' });
  const { id: scanId } = await enter(barcode);
  await enter('NO-TICKET');
  await enter(barcode, { mode: 'check' });
  const { device_id, claimed_by, claimed_at } = clerk.scan();
  const body = { id: server.newId(), device_id, claimed_by, claimed_at };
  expectValue(await clerk.api.call(undoScan, { params: { id: scanId }, body }));
  const shown = {
    outcome: 'accepted',
    reason: 'ok',
    certainty: 'device',
    mode: 'entry',
    decided_at: claimed_at,
  } as const;
  const offline = await enter('NOBODYS', { device_verdict: shown });
  await newDispatcher().run();

  const verified = received.map((one) => new Webhook(secret).verify(one.body, one.headers));
  expect(verified).toEqual(received.map(bodyOf));
  // A turn sends several at once, so they may arrive in another order than they were begun in.
  const messages = received.map(bodyOf).toSorted((one, other) => one.sequence - other.sequence);
  expect(messages.map(({ type, data }) => [type, data?.scan.id])).toEqual([
    ['scan.accepted', scanId],
    ['scan.undone', scanId],
    ['scan.accepted', offline.id],
    ['conflict.opened', offline.id],
  ]);
  expect(messages[0]).toMatchObject({
    version: 1,
    domain: { id: server.north.id },
    data: { scan: { barcode, checkpoint: server.north.gates[0] }, ticket: { type: 'Weekend' } },
  });
  expect(messages[1]?.data).toMatchObject({ scan: { barcode }, undone: { id: body.id } });
  expect(messages[3]?.data?.conflict).toMatchObject({ kind: 'unknown_code' });
  expect(await show(id)).toMatchObject({ waiting: 0, given_up: 0 });
});

test('a holder is named only to a webhook that was made so, and an event told only to those that want it', async () => {
  const [plain, named, undos] = [await startReceiver(204), await startReceiver(204), await startReceiver(204)];
  await create({ url: plain.url });
  await create({ url: named.url, holder_data: true });
  await create({ url: undos.url, events: ['scan.undone'] });
  await server.north.addTicket('PERSON', { holder: 'Grace Hopper', order_name: 'R-77' });
  await enter('PERSON');
  await newDispatcher().run();
  expect(plain.received.map(({ body }) => /Grace|R-77/.test(body))).toEqual([false]);
  expect(named.received.map(bodyOf)[0]?.data?.ticket).toMatchObject({ holder: 'Grace Hopper', order: 'R-77' });
  expect(undos.received).toEqual([]);
});

test('a scan is one message, however often it is sent and whoever delivers the message', async () => {
  const { url, received } = await startReceiver(204);
  await create({ url });
  await server.north.addTicket('ONE-MESSAGE');
  const scan = { ...clerk.scan(), ...(await enter('ONE-MESSAGE')) };
  await clerk.post(scan);
  await Promise.all([newDispatcher().run(), newDispatcher().run(), newDispatcher().run()]);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([`scan_accepted_${scan.id}`]);
});

test('what a receiver does not take is tried again with growing delays, under one id, until it does', async () => {
  const { url, received } = await startReceiver(500, 503, 302, 204);
  const { id } = await create({ url });
  await server.north.addTicket('AGAIN');
  await enter('AGAIN');
  const dispatcher = newDispatcher();
  await dispatcher.run();
  await dispatcher.run();
  expect(received).toHaveLength(1);
  expect(await show(id)).toMatchObject({ waiting: 1, failing_since: expect.any(String) });
  for (const delayMs of [5_000, 30_000, 120_000]) {
    server.clock.advance(delayMs - 1);
    await dispatcher.run();
    server.clock.advance(1);
    await dispatcher.run();
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(received).toHaveLength(4);
  const { failing_since: failingSince, waiting } = await show(id);
  expect({ failingSince, waiting }).toEqual({ failingSince: undefined, waiting: 0 });
});

test('a message that a receiver refuses holds no other back', async () => {
  const { url, received } = await startReceiver(422, 204);
  await create({ url });
  for (const barcode of ['POISON', 'FINE-1', 'FINE-2']) {
    await server.north.addTicket(barcode);
    await enter(barcode);
  }
  const dispatcher = newDispatcher();
  await dispatcher.run();
  expect(received).toHaveLength(3);
  server.clock.advance(5_000);
  await dispatcher.run();
  expect(received).toHaveLength(4);
});

test.each([
  ['delivered', 7],
  ['given_up', 30],
] as const)('a message that is %s is kept for %d days', async (state, days) => {
  const { url } = await startReceiver(204);
  await create({ url });
  await server.north.addTicket(`KEPT ${state}`);
  await enter(`KEPT ${state}`);
  await newDispatcher().run();
  const finished_at = new Date(server.clock.now() - days * DAY_MS);
  await server.db.updateTable('webhook_deliveries').set({ state, finished_at }).execute();
  const kept = async () => {
    await sweepWebhooks(server);
    return (await server.db.selectFrom('webhook_deliveries').select('id').execute()).length;
  };
  expect(await kept()).toBe(1);
  server.clock.advance(1);
  expect(await kept()).toBe(0);
});

test('a domain whose webhooks are disabled writes nothing', async () => {
  const { id: webhook } = await create({ url: 'http://127.0.0.1:1/' });
  expectValue(await clerk.api.call(contract.changeWebhook, { params: { domain, webhook }, body: { disabled: true } }));
  await server.north.addTicket('QUIET');
  await enter('QUIET');
  expect(await server.db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([]);
});

const shared = () => ({
  ...{ server, clerk, domain, closing, listen, startReceiver, create, show, enter, newDispatcher, logged },
});
describeFailingReceivers(shared);
describeFairTurns(shared);
describeLostAnswers(shared);
describeWebhookAdministration(shared);
describeTurns(shared);
