import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScantix } from '../cli/run-scantix.ts';
import { NO_SERVER } from '../testing/run-command.ts';
import { type ApiProcess, startApiProcess } from '../testing/start-api-process.ts';
import { START_MS } from '../testing/start-ms.ts';
import { TEST_DEVICE } from '../testing/start-test-server.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/test-databases.ts';

const ROLE = `scantix "runtime" ${randomBytes(4).toString('hex')}`;
const SECRET = 'a secret of tests and of nothing else';
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  database = await createPostgresDatabase();
  await sql`create role ${sql.id(ROLE)} login password 'runtime' nosuperuser`.execute(database.db);
  // What an operator does for a user who may not change the schema; PostgreSQL 15 does it for every new database.
  await sql`revoke create on schema public from public`.execute(database.db);
});
afterAll(async () => {
  await sql`drop owned by ${sql.id(ROLE)}`.execute(database.db);
  await sql`drop role ${sql.id(ROLE)}`.execute(database.db);
  await database.drop();
  await rm(folder, { recursive: true });
});

function runtimeUrl(): string {
  const url = new URL(database.url ?? '');
  url.username = encodeURIComponent(ROLE);
  url.password = 'runtime';
  return url.href;
}

const start = () => startApiProcess({ DATABASE_URL: runtimeUrl(), AUTH_SECRET: SECRET, DATA_DIR: folder });

async function migrate(...args: string[]) {
  const written: string[] = [];
  const keep = (text: string) => void written.push(text);
  const terminal = {
    env: { DATABASE_URL: database.url },
    ...{ isInteractive: false, askHidden: async () => '', out: keep, err: keep },
  };
  const connect = () => Promise.reject(new Error('migrate needs no server'));
  const code = await runScantix(['migrate', '--json', ...args], {
    terminal,
    dataDir: '/nowhere',
    connect,
    ...NO_SERVER,
  });
  return { code, answer: JSON.parse(written.join('')) };
}

test(
  'a server whose user may not change the schema starts after "scantix migrate", and not before',
  async () => {
    await expect(start()).rejects.toThrow(/lacks 0001-foundations.*run "scantix migrate"/);
    const { code, answer } = await migrate('--grant-to', ROLE);
    expect([code, answer.applied[0]]).toEqual([0, '0001-foundations']);
    expect((await migrate()).answer).toEqual({ applied: [] });
    const server: ApiProcess = await start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const body = JSON.stringify({ clerk: 'nobody', password: 'nothing', remember_me: false, ...TEST_DEVICE });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${server.url}/v0/auth/login`, { method: 'POST', headers, body })).status).toBe(401);
    expect(await server.stop()).toBe(0);
  },
  4 * START_MS,
);
