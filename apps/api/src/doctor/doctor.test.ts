import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../system/clock.ts';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDataDir } from './check-data-dir.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => Promise.all([server.stop(), rm(folder, { recursive: true })]));

describe('scantix doctor', () => {
  test('finds that the memory of a test is not durable and that its clock is off, and ends with 1', async () => {
    await server.db
      .updateTable('workgroups')
      .set({ rights: ['scan'] })
      .where('domain_id', '=', server.south.id)
      .execute();
    const { code, out, err } = await runCommand(server, 'doctor', '--json');
    const byCheck = Object.fromEntries(
      JSON.parse(out).findings.map(({ check, status }: Record<string, string>) => [check, status]),
    );
    expect(byCheck).toMatchObject({ database: 'ok', schema: 'ok', clock: 'warning', managers: 'warning' });
    expect([code, err]).toEqual(
      byCheck.durability === 'failed' ? [1, 'scantix: These checks failed: durability.\n'] : [0, ''],
    );
    expect((await runCommand(server, 'doctor')).out).toMatch(/^managers +warning +nobody may manage "South Hall"$/m);
  });

  test('finds keys that another AUTH_SECRET has sealed, and messages that wait for too long', async () => {
    const find = async () => {
      const { findings } = JSON.parse((await runCommand(server, 'doctor', '--json')).out);
      return Object.fromEntries(findings.map(({ check, status }: Record<string, string>) => [check, status]));
    };
    expect(await find()).toMatchObject({ 'signing keys': 'ok', webhooks: 'ok' });
    await server.signIn();
    expect(await find()).toMatchObject({ 'signing keys': 'ok' });
    await server.db
      .updateTable('signing_keys')
      .set({ secret_id: new Uint8Array(16) })
      .execute();
    const hook = { domain_id: server.south.id, id: server.newId() };
    const at = new Date(server.clock.now());
    await server.db
      .insertInto('webhooks')
      .values({
        ...{ ...hook, url: 'https://shop.example', events: ['scan.accepted'], holder_data: false },
        ...{ secret: new Uint8Array(1), created_at: at },
      })
      .execute();
    await sql`
      insert into webhook_deliveries (domain_id, webhook_id, type, id, data, created_at, waiting_since, next_at)
      values (${hook.domain_id}, ${hook.id}, 'scan.accepted', ${server.newId()}, '{}', ${at}, ${at}, ${at})`.execute(
      server.db,
    );
    server.clock.advance(11 * 60_000);
    expect(await find()).toMatchObject({ 'signing keys': 'warning', webhooks: 'warning' });
  });

  test('finds a data folder and a secret that others may read, and a secret that is too short', async () => {
    const find = async () =>
      Object.fromEntries(
        (await checkDataDir({ dataDir: folder, clock: systemClock })).map(({ check, status }) => [check, status]),
      );
    expect(await find()).toMatchObject({ 'data folder': 'ok', disk: expect.any(String) });
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'auth-secret'), `${'x'.repeat(32)}\n`, { mode: 0o644 });
    expect(await find()).toMatchObject({ 'data folder': 'warning', secret: 'warning' });
    await writeFile(join(folder, 'auth-secret'), 'short');
    expect(await find()).toMatchObject({ secret: 'failed' });
  });

  test.each([
    ['', 'does not set window.SCANTIX_CONFIG: the app does not start'],
    [
      'window.SCANTIX_CONFIG = {\n  API_BASE_URL: "/"\n  FEATURES: {}\n};',
      /^line 3 is no JavaScript \(.+\): the app does not start$/,
    ],
    ['export const a = window.SCANTIX_CONFIG;', /^line 1 is no JavaScript/],
  ])('finds a config.js with which no app starts: %j', async (text, told) => {
    const file = join(folder, 'config.js');
    await writeFile(file, text);
    expect(checkConfiguration(file)).toEqual([
      {
        ...{ check: 'config.js', status: 'failed' },
        message: typeof told === 'string' ? told : expect.stringMatching(told),
      },
    ]);
    await writeFile(file, 'window.SCANTIX_CONFIG = { API_BASE_URL: location.origin };');
    expect(checkConfiguration(file)).toMatchObject([{ status: 'ok' }]);
    await rm(file);
    expect(checkConfiguration(file)).toEqual([]);
  });

  test('finds a config.js of a server with DATABASE_URL too, and one that cannot be read', async () => {
    const { operatorFetch, stop } = await startTestServer(await createMemoryDatabase(), { configurationFile: folder });
    const { out } = await runCommand({ operatorFetch }, 'doctor');
    await stop();
    expect(out).toMatch(/^config\.js +failed +cannot be read \(it is a folder\): the app does not start$/m);
  });

  test.each(['', '-----BEGIN CERTIFICATE-----\nMIIB'])('finds a certificate that is damaged: %j', async (text) => {
    await writeFile(join(folder, 'certificate.pem'), text);
    expect(await checkDataDir({ dataDir: folder, clock: systemClock })).toContainEqual({
      ...{ check: 'certificate', status: 'failed', message: 'is damaged: start the server again' },
    });
  });
});
