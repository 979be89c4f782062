import { createServer } from 'node:http';
import * as contract from '@scantix/api-contract/admin';
import { type WebhookMessage, webhookMessage } from '@scantix/api-contract/admin';
import { beforeAll, expect, test } from 'vitest';
import { expectValue } from '../testing/start-test-server.ts';
import type { WebhookTests } from './administration.suite.ts';
import { createMessageSender, type MessageSender } from './send-message.ts';

/** The guarantees of the turns in which messages are sent, and of a stop in one. */
export function describeTurns(context: () => WebhookTests): void {
  let tests: WebhookTests;
  beforeAll(() => {
    tests = context();
  });
  test('a turn begins with what is new, in its order, and then comes to what was refused before', async () => {
    const { server, create, enter, newDispatcher } = tests;
    await create({ url: 'https://shop.example/' });
    const begun: unknown[] = [];
    const sender: MessageSender = {
      async send({ body }) {
        begun.push((webhookMessage.parse(JSON.parse(body)) as WebhookMessage).data?.scan.barcode);
        return { kind: 'answered', status: begun.length === 1 ? 422 : 204, retryAfterMs: null };
      },
      stop() {},
    };
    const scan = async (barcode: string) => {
      await server.north.addTicket(barcode);
      await enter(barcode);
    };
    await scan('FIRST');
    await scan('SECOND');
    const dispatcher = newDispatcher(sender);
    await dispatcher.run();
    server.clock.advance(5_000);
    await scan('THIRD');
    await dispatcher.run();
    expect(begun).toEqual(['FIRST', 'SECOND', 'THIRD', 'FIRST']);
  });

  test('a dead receiver costs one attempt a turn and slows neither scans nor other receivers', async () => {
    const { server, clerk, domain, listen, startReceiver, create, enter, newDispatcher } = tests;
    const silent = await listen(createServer(() => {}));
    const alive = await startReceiver(204);
    const { id } = await create({ url: silent });
    await create({ url: alive.url });
    await server.north.addTicket('DEAD', { entries_allowed: 100 });
    await enter('DEAD');
    const impatient = createMessageSender({ allowPrivate: true, timeoutMs: 200 });
    const patient = createMessageSender({ allowPrivate: true });
    const dispatcher = newDispatcher({
      send: (message) => (message.url.startsWith(silent) ? impatient : patient).send(message),
      stop: () => [impatient, patient].map((sender) => sender.stop()),
    });
    await dispatcher.run();
    for (let number = 0; number < 20; number += 1) {
      server.clock.advance(1_000);
      await enter('DEAD', { device_id: `gate-${number}` });
    }
    await dispatcher.run();
    expect(alive.received).toHaveLength(21);
    const { items } = expectValue(
      await clerk.api.call(contract.listWebhookDeliveries, { params: { domain, webhook: id } }),
    );
    expect(items.filter(({ attempts }) => attempts > 0)).toHaveLength(2);
    expect(items.at(-1)).toMatchObject({ last_error: 'timeout', state: 'waiting' });
  });

  test('a stop in the middle of an attempt keeps since when a webhook fails', async () => {
    const { server, create, show, enter, newDispatcher } = tests;
    const { id } = await create({ url: 'http://127.0.0.1:1/down', events: ['scan.accepted'] });
    await server.north.addTicket('DOWN');
    await enter('DOWN');
    await newDispatcher({ send: async () => ({ kind: 'failed', error: 'ECONNREFUSED' }), stop() {} }).run();
    const failing = (await show(id)).failing_since;
    expect(failing).toBeDefined();
    server.clock.advance(60_000);
    const begun = Promise.withResolvers<void>();
    const dispatcher = newDispatcher({
      send: (_message, { signal } = {}) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ kind: 'failed', error: 'AbortError' }));
          begun.resolve();
        }),
      stop() {},
    });
    const run = dispatcher.run();
    await begun.promise;
    await dispatcher.stop();
    await run;
    expect((await show(id)).failing_since).toBe(failing);
  });

  test('a stop waits for every turn, also after another has failed', async () => {
    const { server, create, enter, newDispatcher } = tests;
    for (const path of ['fails', 'slow'])
      await create({ url: `http://127.0.0.1:1/${path}`, events: ['scan.accepted'] });
    await server.north.addTicket('STOPPED');
    await enter('STOPPED');
    const begun = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    let ended = false;
    const dispatcher = newDispatcher({
      async send({ url }) {
        if (url.endsWith('fails')) throw new Error('a turn that fails');
        begun.resolve();
        await answer.promise;
        ended = true;
        return { kind: 'answered', status: 204, retryAfterMs: null };
      },
      stop() {},
    });
    const run = dispatcher.run();
    await begun.promise;
    setTimeout(answer.resolve, 200);
    await dispatcher.stop();
    expect(ended).toBe(true);
    await run;
  });
}
