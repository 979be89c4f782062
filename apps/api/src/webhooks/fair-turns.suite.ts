import * as contract from '@scantix/api-contract/admin';
import { beforeAll, expect, test } from 'vitest';
import { expectValue } from '../testing/start-test-server.ts';
import type { WebhookTests } from './administration.suite.ts';
import type { Attempt } from './send-message.ts';

const TAKEN: Attempt = { kind: 'answered', status: 204, retryAfterMs: null };

/** The guarantees of which webhook has the next turn, and for how long. */
export function describeFairTurns(context: () => WebhookTests): void {
  let tests: WebhookTests;
  beforeAll(() => {
    tests = context();
  });
  test('a webhook has its turn while as many others as there are turns always have something to deliver', async () => {
    const { server, clerk, create, newDispatcher } = tests;
    for (const path of ['1', '2', '3', '4', '5']) {
      await create({ url: `http://127.0.0.1:1/${path}` });
    }
    await server.north.addTicket('BUSY', { entries_allowed: 1_000 });
    await clerk.post({ id: server.newId(), barcode: 'BUSY' });
    const order: string[] = [];
    await newDispatcher({
      async send({ url }) {
        order.push(url.slice(-1));
        // A gate scans on, until the fifth has had its turn.
        if (order.length < 200 && !order.includes('5')) {
          await clerk.post({ id: server.newId(), barcode: 'BUSY', device_id: `gate ${order.length}` });
        }
        return { kind: 'answered', status: 204, retryAfterMs: null };
      },
      stop() {},
    }).run();
    expect(order.indexOf('5')).toBeLessThan(200);
  });

  test('a message that is recorded while a receiver answers slowly does not wait for it', async () => {
    const { server, create, enter, newDispatcher } = tests;
    await create({ url: 'http://127.0.0.1:1/slow' });
    await server.north.addTicket('MEANWHILE', { entries_allowed: 2 });
    await enter('MEANWHILE');
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sent: string[] = [];
    const dispatcher = newDispatcher({
      async send({ url }) {
        sent.push(url);
        if (url.endsWith('slow')) {
          begun.resolve();
          await answer.promise;
        }
        return TAKEN;
      },
      stop() {},
    });
    const first = dispatcher.run();
    await begun.promise;
    await create({ url: 'http://127.0.0.1:1/healthy' });
    await enter('MEANWHILE', { device_id: 'another' });
    // A run waits for its own turns alone: of those that begin every second, no more wait than there are turns.
    await dispatcher.run();
    expect(sent).toEqual(['http://127.0.0.1:1/slow', 'http://127.0.0.1:1/healthy']);
    answer.resolve();
    await first;
  });

  test('the next free turn is of a domain without one, however many receivers of another are slow', async () => {
    const { server, create, enter, newDispatcher } = tests;
    for (let number = 1; number <= 20; number += 1) await create({ url: `http://127.0.0.1:1/slow-${number}` });
    await server.north.addTicket('SLOW-TWENTY');
    await enter('SLOW-TWENTY');
    const south = await server.signIn(server.south.clerk.login);
    const params = { domain: 'South Hall' };
    expectValue(await south.api.call(contract.createWebhook, { params, body: { url: 'http://127.0.0.1:1/healthy' } }));
    const sent: string[] = [];
    const answers: (() => void)[] = [];
    const dispatcher = newDispatcher({
      async send({ url }) {
        sent.push(url.slice('http://127.0.0.1:1/'.length));
        if (!sent.includes('healthy')) await new Promise<void>((resolve) => answers.push(resolve));
        return TAKEN;
      },
      stop() {},
    });
    const run = dispatcher.run();
    await expect.poll(() => sent).toHaveLength(4);
    await server.south.addTicket('SOUTH-ONE');
    await south.post({ id: server.newId(), barcode: 'SOUTH-ONE' });
    answers.pop()?.();
    await expect.poll(() => sent.length).toBeGreaterThan(4);
    const fifth = sent[4];
    for (; answers.length > 0 || !sent.includes('healthy'); await new Promise(setImmediate)) answers.pop()?.();
    await run;
    expect(fifth).toBe('healthy');
  });

  test('a receiver that answers slowly gives its turn up after 15 seconds', async () => {
    const { server, create, enter, newDispatcher } = tests;
    await create({ url: 'http://127.0.0.1:1/slow' });
    await server.north.addTicket('SLOW-TURN', { entries_allowed: 20 });
    for (let number = 0; number < 20; number += 1) await enter('SLOW-TURN', { device_id: `gate ${number}` });
    const delivered = () =>
      server.db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'delivered').execute();
    const settled: number[] = [];
    await newDispatcher({
      async send() {
        server.clock.advance(2_000);
        settled.push((await delivered()).length);
        return TAKEN;
      },
      stop() {},
    }).run();
    expect(settled).toHaveLength(20);
    expect(settled.at(-1)).toBeGreaterThan(0);
  });
}
