import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeTurn } from './database/turns.ts';
import { OPERATOR_ENVIRONMENT } from './http/operator.ts';
import { openBackend } from './open-backend.ts';
import { readOptions } from './process/options.ts';
import { systemClock } from './system/clock.ts';
import { systemRandom } from './system/random.ts';
import { copyEmbeddedDatabase } from './testing/copy-embedded-database.ts';
import { START_MS } from './testing/start-ms.ts';
import { leaseWebhook } from './webhooks/lease-webhook.ts';

const program = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }), build: 'test' };
const DOMAIN = '00000000-0000-4000-8000-000000000001';
const HOOK = '00000000-0000-4000-8000-000000000002';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await copyEmbeddedDatabase(join(folder, 'postgres'));
}, START_MS);
afterAll(() => rm(folder, { recursive: true }));

const open = () =>
  openBackend(readOptions({ DATA_DIR: folder }, [], { installation: { dataDir: folder, appDir: folder } }), program);

/** Takes every turn that there is. */
async function takeAll({ parts: { db } }: Awaited<ReturnType<typeof open>>) {
  const lease = { now: Date.now(), forMs: 180_000, lease: '00000000-0000-4000-8000-000000000003' };
  return [
    await takeTurn(db, 'ticket_importers', DOMAIN),
    await takeTurn(db, 'snapshot_sealers', DOMAIN),
    await leaseWebhook(db, lease),
  ];
}

test(
  'a start on the embedded database finds every turn free, though the process before was killed in it',
  async () => {
    const killed = await open();
    const { db } = killed.parts;
    const at = new Date();
    await db.insertInto('domains').values({ id: DOMAIN, name: 'North', ticketing: 'on', created_at: at }).execute();
    const hook = { domain_id: DOMAIN, id: HOOK, url: 'https://receiver.example/', events: ['scan.accepted'] };
    await db
      .insertInto('webhooks')
      .values({ ...hook, holder_data: false, secret: new Uint8Array(1), created_at: at })
      .execute();
    const message = { domain_id: DOMAIN, webhook_id: HOOK, type: 'scan.accepted', id: HOOK, data: 'null' };
    await db
      .insertInto('webhook_deliveries')
      .values({ ...message, created_at: at, waiting_since: at, next_at: at })
      .execute();
    expect(await takeAll(killed)).not.toContain(null);
    expect((await takeAll(killed)).map(Boolean)).toEqual([false, false, false]);
    await killed[Symbol.asyncDispose]();
    await using next = await open();
    expect((await takeAll(next)).map(Boolean)).toEqual([true, true, true]);
  },
  2 * START_MS,
);

test(
  'an import that loses its file as the process stops says so in the audit log, and leaves its turn',
  async () => {
    const stopping = await open();
    const { db } = stopping.parts;
    const at = new Date();
    const domain = {
      id: '00000000-0000-4000-8000-000000000004',
      name: 'South',
      ticketing: 'on',
      created_at: at,
    } as const;
    await db.insertInto('domains').values(domain).execute();
    let file: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        file = controller;
        controller.enqueue(Buffer.from('barcode\nONE\n'));
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body, duplex: 'half' } as RequestInit;
    const importing = stopping
      .createApp()
      .fetch(new Request('http://scantix/admin/v0/domains/South/tickets/import', init), OPERATOR_ENVIRONMENT);
    const audited = async (on: typeof db) =>
      (await on.selectFrom('audit_events').select('detail').where('action', '=', 'tickets.imported').execute()).map(
        ({ detail }) => detail?.state,
      );
    await expect.poll(() => audited(db)).toEqual(['begun']);
    file?.error(new Error('the connection was closed'));
    await stopping[Symbol.asyncDispose]();
    await importing;
    await using next = await open();
    expect(await audited(next.parts.db)).toEqual(['begun', 'refused']);
  },
  2 * START_MS,
);
