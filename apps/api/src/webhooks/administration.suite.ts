import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Scan } from '@scantix/api-contract';
import type { AdminWebhook } from '@scantix/api-contract/admin';
import * as contract from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../database/tables.ts';
import { runCommand } from '../testing/run-command.ts';
import { expectRefusal, expectValue, type SignedIn, type TestServer } from '../testing/start-test-server.ts';
import type { Dispatcher } from './create-dispatcher.ts';
import type { MessageSender } from './send-message.ts';

const DAY_MS = 24 * 3_600_000;

/** A message as a receiver got it. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver's status, or that with headers. */
export type Answer = number | readonly [status: number, headers: Record<string, string>];

/** What the tests of webhooks share with their parts; valid once its tests run. */
export interface WebhookTests {
  readonly server: TestServer;
  readonly clerk: SignedIn;
  /** The name of the clerk's domain. */
  readonly domain: string;
  /** Called after each test. */
  readonly closing: (() => unknown)[];
  readonly listen: (receiver: Server) => Promise<string>;
  readonly startReceiver: (...statuses: Answer[]) => Promise<{ url: string; received: Received[] }>;
  readonly create: (body: {
    url: string;
    events?: contract.WebhookEvent[];
    holder_data?: boolean;
  }) => Promise<AdminWebhook & { secret: string }>;
  readonly show: (webhook: string) => Promise<AdminWebhook>;
  readonly enter: (barcode: string, more?: Partial<Scan>) => Promise<unknown>;
  readonly newDispatcher: (sender?: MessageSender, db?: Database) => Dispatcher;
  /** The lines that dispatchers have logged in this test. */
  readonly logged: Record<string, unknown>[];
}

/** The guarantees of what an operator does with webhooks. */
export function describeWebhookAdministration(context: () => WebhookTests): void {
  let tests: WebhookTests;
  beforeAll(() => {
    tests = context();
  });
  test('while a secret is changed, both sign; a day later only the new one', async () => {
    const { server, clerk, domain, startReceiver, create, enter, newDispatcher } = tests;
    const { url, received } = await startReceiver(204);
    const { id, secret: old } = await create({ url });
    const { secret } = expectValue(await clerk.api.call(contract.rotateWebhook, { params: { domain, webhook: id } }));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await server.north.addTicket('ROTATED', { entries_allowed: 2 });
    await enter('ROTATED');
    await newDispatcher().run();
    server.clock.advance(DAY_MS);
    await enter('ROTATED', { device_id: 'a-day-later' });
    await newDispatcher().run();
    const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    expect(signatures).toEqual([2, 1]);
    const [during] = received as [Received];
    for (const known of [old, secret]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Number(during.headers['webhook-timestamp']) * 1000 });
      expect(() => new Webhook(known).verify(during.body, during.headers)).not.toThrow();
      vi.useRealTimers();
    }
    const rows = await server.db.selectFrom('webhooks').select('secret').execute();
    expect(Buffer.from(rows[0]?.secret ?? []).toString()).not.toContain(secret.slice(6));
  });

  test('a rotation that is repeated after its answer was lost keeps the secret that the receiver has', async () => {
    const { server, clerk, domain, startReceiver, create, enter, newDispatcher } = tests;
    const { url, received } = await startReceiver(204);
    const { id, secret: known } = await create({ url });
    const rotate = () => clerk.api.call(contract.rotateWebhook, { params: { domain, webhook: id } });
    await rotate();
    server.clock.advance(DAY_MS / 2);
    const { secret, old_secret_until } = expectValue(await rotate());
    expect(old_secret_until).toBe(new Date(server.clock.now() + DAY_MS).toISOString());
    await server.north.addTicket('ROTATED-AGAIN');
    await enter('ROTATED-AGAIN');
    await newDispatcher().run();
    const [message] = received as [Received];
    vi.useFakeTimers({ toFake: ['Date'], now: Number(message.headers['webhook-timestamp']) * 1000 });
    for (const one of [known, secret])
      expect(() => new Webhook(one).verify(message.body, message.headers)).not.toThrow();
    vi.useRealTimers();
  });

  test('a webhook that is created again after its answer was lost is not made twice', async () => {
    const { clerk, domain, create, show } = tests;
    const body = { url: 'https://shop.example/again', events: ['scan.accepted' as const, 'scan.undone' as const] };
    const { id } = await create(body);
    const again = () => clerk.api.call(contract.createWebhook, { params: { domain }, body: same });
    const same = { ...body, url: 'https://SHOP.example:443/again', events: body.events.toReversed() };
    const refused = await again();
    const conflict = { status: 409, code: 'conflict' };
    expect(expectRefusal(refused)).toEqual(conflict);
    expect(JSON.stringify(refused)).toContain(id);
    // Others: of another event, with the holder's data, or while the first one is disabled.
    await create({ ...body, events: ['scan.accepted'] });
    await create({ ...body, holder_data: true });
    const disable = (disabled: boolean) =>
      clerk.api.call(contract.changeWebhook, { params: { domain, webhook: id }, body: { disabled } });
    expectValue(await disable(true));
    expectValue(await again());
    expect(expectRefusal(await disable(false))).toEqual(conflict);
    expect(await show(id)).toMatchObject({ disabled_because: 'by_hand' });
  });

  test('messages of a disabled webhook are not tried again: it is enabled first', async () => {
    const { clerk, domain, create } = tests;
    const { id } = await create({ url: 'https://shop.example/disabled' });
    const params = { domain, webhook: id };
    const retry = () => clerk.api.call(contract.retryWebhookDeliveries, { params });
    expectValue(await clerk.api.call(contract.changeWebhook, { params, body: { disabled: true } }));
    expect(expectRefusal(await retry())).toEqual({ status: 409, code: 'conflict' });
    expectValue(await clerk.api.call(contract.changeWebhook, { params, body: { disabled: false } }));
    expectValue(await retry());
  });

  test('another domain’s webhooks do not exist', async () => {
    const { server, domain, startReceiver, create } = tests;
    const { url } = await startReceiver(204);
    const { id: webhook } = await create({ url });
    const stranger = await server.signIn(server.south.clerk.login);
    const theirs = { params: { domain: 'South Hall', webhook } };
    const notFound = { status: 404, code: 'not_found' };
    expect(expectRefusal(await stranger.api.call(contract.showWebhook, theirs))).toEqual(notFound);
    expect(expectRefusal(await stranger.api.call(contract.deleteWebhook, theirs))).toEqual(notFound);
    expect(expectRefusal(await stranger.api.call(contract.showWebhook, { params: { domain, webhook } }))).toEqual(
      notFound,
    );
  });

  test('every change stands in the audit log, without the address’s path or the secret', async () => {
    const { server, clerk, domain, startReceiver, create } = tests;
    const { url } = await startReceiver(204);
    const { id, secret } = await create({ url });
    const params = { domain, webhook: id };
    await clerk.api.call(contract.rotateWebhook, { params });
    await clerk.api.call(contract.changeWebhook, { params, body: { disabled: true } });
    await clerk.api.call(contract.deleteWebhook, { params });
    const lines = await server.db
      .selectFrom('audit_events')
      .selectAll()
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    expect(lines.map(({ action, actor_name }) => [action, actor_name])).toEqual(
      ['webhook.created', 'webhook.changed', 'webhook.changed', 'webhook.deleted'].map((one) => [
        one,
        'north-pier.clerk',
      ]),
    );
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`/hook|${secret.slice(6, 20).replaceAll('+', '\\+')}`));
  });

  test('a deletion that breaks off leaves the webhook disabled, and says so in the audit log', async () => {
    const { server, clerk, domain, create, show } = tests;
    const { id } = await create({ url: 'https://shop.example/broken-off' });
    await sql`create table kept (domain_id uuid, id uuid, foreign key (domain_id, id) references webhooks)`.execute(
      server.db,
    );
    await sql`insert into kept values (${server.north.id}, ${id})`.execute(server.db);
    const deleted = await clerk.api.call(contract.deleteWebhook, { params: { domain, webhook: id } });
    await sql`drop table kept`.execute(server.db);
    expect(deleted.ok).toBe(false);
    expect(await show(id)).toMatchObject({ disabled_because: 'by_hand' });
    const lines = server.db.selectFrom('audit_events').select(['action', 'detail']).where('target_id', '=', id);
    expect(await lines.orderBy('id').execute()).toMatchObject([
      { action: 'webhook.created' },
      { action: 'webhook.changed', detail: { disabled: true } },
    ]);
  });

  test('a test of a webhook stands in the audit log, with what came of it', async () => {
    const { server, domain } = tests;
    const made = await runCommand(
      server,
      '--json',
      'webhooks',
      'create',
      '--domain',
      domain,
      'http://127.0.0.1:9/hook',
    );
    const { id } = JSON.parse(made.out) as { id: string };
    await runCommand(server, 'webhooks', 'test', '--domain', domain, id);
    expect(await readTests(server, id)).toEqual([['operator', { ok: false }]]);
    await server.db
      .updateTable('webhooks')
      .set({ secret: Buffer.alloc(64) })
      .where('id', '=', id)
      .execute();
    await runCommand(server, 'webhooks', 'test', '--domain', domain, id);
    expect(await readTests(server, id)).toEqual([
      ['operator', { ok: false }],
      ['operator', { ok: false, reason: 'unreadable_secret' }],
    ]);
  });

  test('a manager tests a webhook ten times at once, and once more every six seconds', async () => {
    const { server, clerk, domain, startReceiver, create } = tests;
    const { url, received } = await startReceiver(204);
    const { id: webhook } = await create({ url });
    const tryOnce = () => clerk.api.call(contract.testWebhook, { params: { domain, webhook } });
    for (const answer of await Promise.all(Array.from({ length: 10 }, tryOnce))) expectValue(answer);
    expect(expectRefusal(await tryOnce())).toEqual({ status: 429, code: 'rate_limited', retryAfterMs: 6_000 });
    expect(received).toHaveLength(10);
    server.clock.advance(6_000);
    expectValue(await tryOnce());
  });

  test('the receiver in docs/webhooks.md takes a message that it verifies, and no other', async () => {
    const { server, domain, closing, listen, enter, newDispatcher } = tests;
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8');
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
    const free = await listen(createServer());
    const { port } = new URL(free);
    await Promise.all(closing.splice(0).map((close) => close()));
    const url = `http://127.0.0.1:${port}/`;
    const made = await runCommand(server, '--json', 'webhooks', 'create', '--domain', domain, url);
    const { id, secret } = JSON.parse(made.out) as { id: string; secret: string };
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, PORT: port, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    closing.push(() => receiver.kill());
    let said = '';
    receiver.stdout.on('data', (chunk) => {
      said += chunk;
    });
    server.clock.advance(Date.now() - server.clock.now());
    await vi.waitFor(
      async () =>
        expect(await runCommand(server, 'webhooks', 'test', '--domain', domain, id)).toMatchObject({ code: 0 }),
      { timeout: 20_000 },
    );
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
    await server.north.addTicket('DOCUMENTED');
    await enter('DOCUMENTED');
    await newDispatcher().run();
    await vi.waitFor(() => expect(said).toContain('scan.accepted DOCUMENTED'), { timeout: 10_000 });
  });
}

/** Who tested a webhook, and what the audit log says of it. */
async function readTests({ db }: TestServer, id: string) {
  const lines = await db
    .selectFrom('audit_events')
    .select(['actor_kind', 'detail'])
    .where('target_id', '=', id)
    .where('action', '=', 'webhook.tested')
    .orderBy('id')
    .execute();
  return lines.map(({ actor_kind, detail }) => [actor_kind, detail]);
}
