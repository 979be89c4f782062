import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswords } from './auth/passwords.ts';
import { createApp } from './create-app.ts';
import type { Database } from './database/tables.ts';
import { readOptions } from './process/options.ts';
import { provideDemo, provideFirstManager } from './provide-sign-ins.ts';
import { createIdSource, systemRandom } from './system/random.ts';
import { createFakeClock } from './testing/fake-clock.ts';
import { START_MS } from './testing/start-ms.ts';
import { startTestServer, TEST_DEVICE } from './testing/start-test-server.ts';
import { createMemoryDatabase, type TestDatabase } from './testing/test-databases.ts';

let folder: string;
let database: TestDatabase;
let demo: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  [database, demo] = [await createMemoryDatabase(), await createMemoryDatabase()];
}, START_MS);
afterAll(async () => {
  await Promise.all([database.drop(), demo.drop(), rm(folder, { recursive: true })]);
});

async function provide(db: Database, args: readonly string[] = [], env: Record<string, string> = {}) {
  const clock = createFakeClock();
  const newId = createIdSource({ clock, random: systemRandom });
  const passwords = createPasswords({ random: systemRandom });
  const options = readOptions({ DATA_DIR: folder, ...env }, args, {
    installation: { dataDir: folder, appDir: folder },
  });
  const parts = { db, clock, random: systemRandom, newId, passwords };
  return { ...(await provideDemo(options, parts)), ...(await provideFirstManager(options, parts)) };
}

const passwordFits = async (db: Database, clerk: string, password: string) => {
  const { password_hash } = await db
    .selectFrom('clerks')
    .select('password_hash')
    .where('login', '=', clerk)
    .executeTakeFirstOrThrow();
  return (await createPasswords({ random: systemRandom }).check(password, password_hash)) === 'match';
};

describe('the first start without demo data', () => {
  test('makes a domain, a workgroup with all rights and a manager whose one-time password is told once', async () => {
    const { manager } = await provide(database.db);
    expect(manager?.login).toBe('manager');
    expect(await passwordFits(database.db, 'manager', manager?.password ?? '')).toBe(true);
    const clerks = await database.db
      .selectFrom('clerks')
      .innerJoin('workgroups', 'workgroups.id', 'clerks.workgroup_id')
      .select(['password_is_one_time', 'rights'])
      .execute();
    expect(clerks).toEqual([{ password_is_one_time: true, rights: ['scan', 'supervise', 'manage'] }]);
    const events = await database.db
      .selectFrom('audit_events')
      .select(['action', 'actor_kind'])
      .orderBy('id')
      .execute();
    expect(events).toEqual(
      ['domain.created', 'workgroup.created', 'clerk.created'].map((action) => ({ action, actor_kind: 'system' })),
    );
    expect(await provide(database.db)).toEqual({});
  });

  test('makes nobody with DATABASE_URL', async () => {
    const env = { DATABASE_URL: 'postgres://db/scantix', AUTH_SECRET: 'x'.repeat(32) };
    expect(await provide(demo.db, [], env)).toEqual({});
  });
});

describe('the password of the demo', () => {
  test('is the published one on this machine alone, and a drawn one as soon as others reach the server', async () => {
    expect(await provide(demo.db, ['--demo'])).toEqual({ demo: 'scantix-demo' });
    expect(await passwordFits(demo.db, 'm.okafor', 'scantix-demo')).toBe(true);

    const open = await provide(demo.db, ['--demo', '--https']);
    expect(open.demo).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(await passwordFits(demo.db, 'm.okafor', 'scantix-demo')).toBe(false);
    expect(await passwordFits(demo.db, 't.reyes', open.demo ?? '')).toBe(true);
    expect((await stat(join(folder, 'demo-password'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, 'demo-password'), 'utf8')).toBe(`${open.demo}\n`);

    expect(await provide(demo.db, ['--demo'], { HOST: '192.0.2.7' })).toEqual(open);
    expect(await provide(demo.db, ['--demo'], { TRUSTED_PROXIES: '1' })).toEqual(open);
    expect(await provide(demo.db, ['--demo'], { HOST: '::1' })).toEqual({ demo: 'scantix-demo' });
    expect(await passwordFits(demo.db, 'm.okafor', 'scantix-demo')).toBe(true);
  });

  test('that a clerk has chosen stays', async () => {
    const password_hash = await createPasswords({ random: systemRandom }).hash('chosen by Miriam');
    await demo.db.updateTable('clerks').set({ password_hash }).where('login', '=', 'm.okafor').execute();
    await provide(demo.db, ['--demo', '--https']);
    expect(await passwordFits(demo.db, 'm.okafor', 'chosen by Miriam')).toBe(true);
  });

  test('signs in from this machine, and nobody from elsewhere or through a proxy', async () => {
    const server = await startTestServer(await createMemoryDatabase());
    const password_hash = await createPasswords({ random: systemRandom }).hash('scantix-demo');
    await server.db.updateTable('clerks').set({ password_hash }).where('id', '=', server.north.clerk.id).execute();
    const body = { clerk: server.north.clerk.login, password: 'scantix-demo', remember_me: false, ...TEST_DEVICE };
    const signIn = async ({ Host = 'localhost:3000', ...more }: Record<string, string>, proxies = 0, from = '::1') => {
      const app = createApp({ ...server.parts, trustedProxies: proxies });
      const headers = { 'Content-Type': 'application/json', ...more };
      const request = new Request(`http://${Host}/v0/auth/login`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers,
      });
      return (await app.fetch(request, { incoming: { socket: { remoteAddress: from } } })).status;
    };
    expect(await signIn({})).toBe(200);
    expect(await signIn({ Host: '[::1]:3000' }, 0, '127.0.0.1')).toBe(200);
    expect(await signIn({}, 0, '203.0.113.9')).toBe(401);
    // A proxy of this machine connects from it.
    for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'CF-Connecting-IP']) {
      expect(await signIn({ [name]: '127.0.0.1' }), name).toBe(401);
    }
    expect(await signIn({ Host: 'venue.example' })).toBe(401);
    expect(await signIn({}, 1)).toBe(401);
    await server.stop();
  });
});
