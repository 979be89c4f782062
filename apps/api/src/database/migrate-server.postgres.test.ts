import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScantix } from '../cli/run-scantix.ts';
import { describeFailure } from '../process/describe-failure.ts';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { NO_SERVER } from '../testing/run-command.ts';
import { type ApiProcess, startApiProcess } from '../testing/start-api-process.ts';
import { START_MS } from '../testing/start-ms.ts';
import { TEST_DEVICE } from '../testing/start-test-server.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { migrateServer } from './migrate-server.ts';

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
  let [out, err] = ['', ''];
  const terminal = {
    env: { DATABASE_URL: database.url },
    ...{ isInteractive: false, askHidden: async () => '' },
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const connect = () => Promise.reject(new Error('migrate needs no server'));
  const code = await runScantix(['migrate', '--json', ...args], {
    terminal,
    dataDir: '/nowhere',
    connect,
    ...NO_SERVER,
  });
  return { code, err, answer: out === '' ? undefined : JSON.parse(out) };
}

test(
  'a server whose user may not change the schema starts after "scantix migrate", and not before',
  async () => {
    await expect(start()).rejects.toThrow(/lacks 0001-foundations.*run "scantix migrate"/);
    expect(await migrate('--grant-to', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no user "nobody"'),
    });
    const first = await migrate();
    expect([first.code, first.answer.applied[0]]).toEqual([0, '0001-foundations']);
    await expect(start()).rejects.toThrow(/may not use audit_events.*--grant-to/);
    expect(await migrate('--grant-to', ROLE)).toMatchObject({ code: 0, answer: { applied: [] } });
    // A new build may bring a table.
    await sql`create table brought (id int)`.execute(database.db);
    await expect(start()).rejects.toThrow(/may not use brought.*--grant-to/);
    const forgotten = await migrate();
    expect([forgotten.code, forgotten.err]).toEqual([1, expect.stringMatching(/may not use every table.*--grant-to/)]);
    await migrate('--grant-to', ROLE);
    expect(await migrate()).toMatchObject({ code: 0, answer: { applied: [] } });
    const server: ApiProcess = await start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const body = JSON.stringify({ clerk: 'nobody', password: 'nothing', remember_me: false, ...TEST_DEVICE });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${server.url}/v0/auth/login`, { method: 'POST', headers, body })).status).toBe(401);
    expect(await server.stop()).toBe(0);
  },
  4 * START_MS,
);

test('a user has rights on a new table while the indexes of searches are still built', async () => {
  const { db } = database;
  await migrate('--grant-to', ROLE);
  await sql`drop index tickets_search`.execute(db);
  await sql`create table new_table (id int)`.execute(db);
  const hold = await db.startTransaction().execute();
  await sql`lock table tickets in row exclusive mode`.execute(hold);
  const migrating = migrate('--grant-to', ROLE);
  await expect.poll(() => countLockWaits(db)).toBe(1);
  const { rows } = await sql`select has_table_privilege(${ROLE}, 'new_table', 'insert') as granted`.execute(db);
  await hold.rollback().execute();
  expect([(await migrating).code, rows]).toEqual([0, [{ granted: true }]]);
});

test('a migration that may not make tables, or names no schema, tells so in one line', async () => {
  const told = async (address: string) => {
    const failure = await migrateServer({ url: address }).catch(describeFailure);
    return String(failure).replace('The PostgreSQL server of DATABASE_URL cannot be used: ', '');
  };
  const empty = await createPostgresDatabase();
  const url = new URL(empty.url ?? '');
  url.search = '?options=-c%20search_path%3Dnowhere';
  expect(await told(url.href)).toBe('no schema has been selected to create in');
  url.search = '';
  url.username = encodeURIComponent(ROLE);
  url.password = 'runtime';
  expect(await told(url.href)).toBe('permission denied for schema public');
  await empty.drop();
});

test('a migration whose connection is lost tells in one line why', async () => {
  const { db } = database;
  const hold = await db.startTransaction().execute();
  // The lock under which Kysely migrates.
  await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(hold);
  const migrating = migrate();
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'scantix-migration'`.execute(db);
  const { code, err } = await migrating;
  await hold.rollback().execute();
  expect([code, err]).toEqual([
    1,
    'scantix: The PostgreSQL server of DATABASE_URL cannot be used: terminating connection due to administrator command\n',
  ]);
});
