import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import * as contract from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { expectValue } from '../testing/start-test-server.ts';
import type { WebhookTests } from './administration.suite.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';

const DAY_MS = 24 * 3_600_000;

/** The guarantees of what becomes of messages that a receiver does not take. */
export function describeFailingReceivers(context: () => WebhookTests): void {
  let tests: WebhookTests;
  beforeAll(() => {
    tests = context();
  });
  test('a message is given up after three days, shown, and tried again when somebody asks for it', async () => {
    const { server, clerk, domain, startReceiver, create, show, enter, newDispatcher } = tests;
    const { url, received } = await startReceiver(500, 500, 500, 204);
    const { id } = await create({ url });
    await server.north.addTicket('GIVEN-UP');
    await enter('GIVEN-UP');
    const dispatcher = newDispatcher();
    await dispatcher.run();
    server.clock.advance(3 * DAY_MS);
    await dispatcher.run();
    expect(await show(id)).toMatchObject({ waiting: 0, given_up: 1 });
    const params = { domain, webhook: id };
    expect(expectValue(await clerk.api.call(contract.retryWebhookDeliveries, { params }))).toEqual({ retried: 1 });
    await dispatcher.run();
    // It waits from now on, not from when it happened.
    expect(await show(id)).toMatchObject({ waiting: 1, given_up: 0 });
    server.clock.advance(10_000);
    await dispatcher.run();
    expect(received).toHaveLength(4);
    expect(await show(id)).toMatchObject({ waiting: 0, given_up: 0 });
  });

  test('what an operator has asked for during a turn is not undone at its end', async () => {
    const { server, clerk, domain, listen, create, show, enter, newDispatcher } = tests;
    let asked = false;
    const receiver = createServer(async (_, response) => {
      if (asked) return response.writeHead(204).end();
      asked = true;
      const params = { domain, webhook: id };
      expectValue(await clerk.api.call(contract.retryWebhookDeliveries, { params }));
      response.writeHead(500).end();
    });
    const { id } = await create({ url: await listen(receiver) });
    const ofHook = server.db.updateTable('webhooks').where('id', '=', id);
    await ofHook.set({ failures: 9, failing_since: new Date(server.clock.now() - 5 * DAY_MS) }).execute();
    await server.north.addTicket('ASKED-FOR');
    await enter('ASKED-FOR');
    // Another failure would give it up.
    const waiting_since = new Date(server.clock.now() - 3 * DAY_MS);
    await server.db.updateTable('webhook_deliveries').set({ waiting_since }).where('webhook_id', '=', id).execute();
    await newDispatcher().run();
    expect(await show(id)).toMatchObject({ waiting: 0, given_up: 0 });
    const { disabled_at, failures, retry_at } = await server.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect({ disabled_at, failures, retry_at }).toEqual({ disabled_at: null, failures: 0, retry_at: null });
  });

  test('a webhook that an operator disables during a turn has not disabled itself', async () => {
    const { server, clerk, domain, listen, create, show, enter, newDispatcher, logged } = tests;
    const receiver = createServer(async (_, response) => {
      const params = { domain, webhook: id };
      expectValue(await clerk.api.call(contract.changeWebhook, { params, body: { disabled: true } }));
      response.writeHead(410).end();
    });
    const { id } = await create({ url: await listen(receiver) });
    await server.north.addTicket('BY-HAND');
    await enter('BY-HAND');
    await newDispatcher().run();
    expect(await show(id)).toMatchObject({ disabled_because: 'by_hand' });
    expect(logged.filter(({ webhook_id, level }) => webhook_id === id && level === 50)).toEqual([]);
  });

  test('what waits is tried at once when a webhook is enabled again', async () => {
    const { server, clerk, domain, startReceiver, create, show, enter, newDispatcher } = tests;
    const { url, received } = await startReceiver(422, 422, 204);
    const { id } = await create({ url });
    await server.north.addTicket('ENABLED');
    await enter('ENABLED');
    const dispatcher = newDispatcher();
    const params = { domain, webhook: id };
    const disable = async (disabled: boolean) =>
      expectValue(await clerk.api.call(contract.changeWebhook, { params, body: { disabled } }));
    for (const count of [1, 2, 3]) {
      await dispatcher.run();
      expect(received).toHaveLength(count);
      await disable(true);
      await disable(false);
    }
    expect(await show(id)).toMatchObject({ waiting: 0, given_up: 0 });
  });

  test('a receiver that has failed or refused everything for five days, or says that it is gone, is told nothing more', async () => {
    const { server, startReceiver, create, show, enter, newDispatcher, logged } = tests;
    const receivers = [await startReceiver(500), await startReceiver(410), await startReceiver(400)];
    const hooks = await Promise.all(receivers.map(({ url }) => create({ url })));
    await server.north.addTicket('NO-MORE', { entries_allowed: 10 });
    const why = async () => (await Promise.all(hooks.map(({ id }) => show(id)))).map((hook) => hook.disabled_because);
    for (let day = 0; day < 5; day += 1) {
      await enter('NO-MORE', { device_id: `day-${day}` });
      await newDispatcher().run();
      expect(await why()).toEqual([undefined, 'gone', undefined]);
      server.clock.advance(DAY_MS);
    }
    await newDispatcher().run();
    expect(await why()).toEqual(['failing', 'gone', 'failing']);
    const disabled = logged.filter(({ level }) => level === 50);
    expect(disabled).toHaveLength(3);
    expect(Object.fromEntries(disabled.map(({ webhook_id, because }) => [webhook_id, because]))).toEqual(
      Object.fromEntries(hooks.map(({ id }, index) => [id, index === 1 ? 'gone' : 'failing'])),
    );
    const told = receivers.map(({ received }) => received.length);
    await enter('NO-MORE', { device_id: 'later' });
    await newDispatcher().run();
    expect(receivers.map(({ received }) => received.length)).toEqual(told);
  });

  test('a receiver that fails or refuses twice, and was asked nothing between, is not disabled', async () => {
    const { server, startReceiver, create, show, enter, newDispatcher } = tests;
    const receivers = [await startReceiver(500, 500, 204), await startReceiver(422, 422, 204)];
    const hooks = await Promise.all(receivers.map(({ url }) => create({ url })));
    await server.north.addTicket('BACK', { entries_allowed: 2 });
    await enter('BACK');
    await newDispatcher().run();
    server.clock.advance(30 * DAY_MS);
    await sweepWebhooks(server);
    await enter('BACK', { device_id: 'later' });
    await newDispatcher().run();
    server.clock.advance(6_000);
    await newDispatcher().run();
    expect(receivers.map(({ received }) => received.length)).toEqual([3, 3]);
    for (const { id } of hooks) {
      const { disabled_because, failing_since } = await show(id);
      expect([disabled_because, failing_since]).toEqual([undefined, undefined]);
    }
  });

  test('messages are tried again in parts, however many wait', async () => {
    const { server, clerk, domain, startReceiver, create } = tests;
    const { url } = await startReceiver(204);
    const { id } = await create({ url });
    const params = { domain, webhook: id };
    const later = new Date(server.clock.now() + DAY_MS);
    await sql`
      insert into webhook_deliveries (domain_id, webhook_id, type, id, data, created_at, waiting_since, next_at)
      select ${server.north.id}, ${id}, 'scan.accepted', gen_random_uuid(), '{}', ${later}, ${later}, ${later}
      from generate_series(1, 6000)`.execute(server.db);
    await sql`create function count_changed() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 5000 then raise exception 'too many'; end if;
      return null;
    end $$`.execute(server.db);
    await sql`create trigger count_changed after update on webhook_deliveries
      referencing new table as changed for each statement execute function count_changed()`.execute(server.db);
    try {
      const retried = await clerk.api.call(contract.retryWebhookDeliveries, { params });
      expect(expectValue(retried)).toEqual({ retried: 6000 });
    } finally {
      await sql`drop function count_changed cascade`.execute(server.db);
    }
  });

  test('old messages are given up and deleted in parts, however many there are', async () => {
    const { server, startReceiver, create } = tests;
    const { url } = await startReceiver(204);
    const { id } = await create({ url });
    const at = new Date(server.clock.now());
    for (const state of ['waiting', 'delivered', 'given_up']) {
      await sql`
        insert into webhook_deliveries
          (domain_id, webhook_id, type, id, data, created_at, waiting_since, next_at, state, finished_at)
        select ${server.north.id}, ${id}, 'scan.accepted', gen_random_uuid(), '{}', ${at}, ${at}, ${at}, ${state},
          ${state === 'waiting' ? null : at}::timestamptz
        from generate_series(1, 6000)`.execute(server.db);
    }
    await sql`create function count_swept() returns trigger language plpgsql as $$ begin
      if (select count(*) from swept) > 5000 then raise exception 'too many'; end if;
      return null;
    end $$`.execute(server.db);
    for (const [event, table] of [
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql`create trigger ${sql.id(`count_${event}`)} after ${sql.raw(event)} on webhook_deliveries
        referencing ${sql.raw(table)} table as swept for each statement execute function count_swept()`.execute(
        server.db,
      );
    }
    server.clock.advance(31 * DAY_MS);
    try {
      await sweepWebhooks(server);
    } finally {
      await sql`drop function count_swept cascade`.execute(server.db);
    }
    const kept = server.db.selectFrom('webhook_deliveries').where('webhook_id', '=', id).groupBy('state');
    expect(await kept.select(['state', sql<number>`count(*)::int`.as('messages')]).execute()).toEqual([
      { state: 'given_up', messages: 6000 },
    ]);
  });

  test('a clock that was two days ahead for a while holds no message back', async () => {
    const { server, startReceiver, create, show, enter, newDispatcher } = tests;
    const receivers = [await startReceiver(500, 204), await startReceiver(422, 204)];
    const hooks = await Promise.all(receivers.map(({ url }) => create({ url })));
    await server.north.addTicket('AHEAD');
    await enter('AHEAD');
    server.clock.advance(2 * DAY_MS);
    await newDispatcher().run();
    server.clock.advance(-2 * DAY_MS);
    await newDispatcher().run();
    for (const { id } of hooks) expect(await show(id)).toMatchObject({ waiting: 0, given_up: 0 });
    expect(receivers.map(({ received }) => received.length)).toEqual([2, 2]);
  });

  test('a connection that the receiver has closed meanwhile costs no message', async () => {
    const { server, listen, create, enter, newDispatcher } = tests;
    const used = new Set<unknown>();
    let received = 0;
    const receiver = createServer((request, response) => {
      if (used.has(request.socket)) return request.socket.destroy();
      used.add(request.socket);
      received += 1;
      response.writeHead(204).end();
    });
    await create({ url: await listen(receiver) });
    await server.north.addTicket('CLOSED', { entries_allowed: 2 });
    const dispatcher = newDispatcher();
    for (const device_id of ['one', 'two']) {
      await enter('CLOSED', { device_id });
      await dispatcher.run();
    }
    expect(received).toBe(2);
  });

  test('a connection that the receiver closes in the middle of its answer costs no second message', async () => {
    const { server, listen, create, enter, newDispatcher } = tests;
    const used = new Set<unknown>();
    let received = 0;
    const receiver = createServer((request, response) => {
      received += 1;
      if (!used.has(request.socket)) {
        used.add(request.socket);
        return response.writeHead(204).end();
      }
      response.writeHead(200, { 'Content-Length': '100' }).write('begun');
      receiver.close();
      setTimeout(() => request.socket.resetAndDestroy(), 50);
    });
    await create({ url: await listen(receiver) });
    await server.north.addTicket('BROKEN', { entries_allowed: 2 });
    const dispatcher = newDispatcher();
    for (const device_id of ['one', 'two']) {
      await enter('BROKEN', { device_id });
      await dispatcher.run();
    }
    // An error that nobody handles would end the process.
    await pause(200);
    expect(received).toBe(2);
  });

  test('a receiver that changes to another protocol has not taken the message, and holds up no other', async () => {
    const { server, clerk, domain, listen, startReceiver, create, enter, newDispatcher } = tests;
    const changing = createServer(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
    });
    const { id: webhook } = await create({ url: await listen(changing) });
    const other = await startReceiver(204);
    await create({ url: other.url });
    await server.north.addTicket('CHANGING');
    await enter('CHANGING');
    await newDispatcher().run();
    expect(other.received).toHaveLength(1);
    const { items } = expectValue(
      await clerk.api.call(contract.listWebhookDeliveries, { params: { domain, webhook } }),
    );
    expect(items).toMatchObject([{ state: 'waiting', last_status: 101 }]);
  });

  test('a receiver that asks for time while it takes messages is left alone for as long', async () => {
    const { server, startReceiver, create, enter, newDispatcher } = tests;
    const { url, received } = await startReceiver(204, [429, { 'Retry-After': '60' }], 204);
    await create({ url });
    await server.north.addTicket('SLOWLY', { entries_allowed: 3 });
    const dispatcher = newDispatcher();
    for (const device_id of ['one', 'two', 'three']) await enter('SLOWLY', { device_id });
    await dispatcher.run();
    server.clock.advance(59_000);
    await dispatcher.run();
    expect(received).toHaveLength(3);
    server.clock.advance(1_000);
    await dispatcher.run();
    expect(received).toHaveLength(4);
  });
}
