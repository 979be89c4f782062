import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startApi } from '../../../../scripts/bench/api-process.ts';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import { createDatabase, inFolder, type Queryable } from '../../../../scripts/bench/database.ts';
import { slowDownSyncs } from './slow-disk.ts';

const run = promisify(execFile);

export const DATABASES = ['postgres', 'embedded'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** A database under API processes, and what can happen to it alone. */
export interface WorldDatabase {
  /** How many API processes may use it. */
  readonly processes: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it is a server of its own, which can be restarted and whose connections can be cut. */
  readonly isServer: boolean;
  /** Runs statements. An embedded database must not be open in a process meanwhile. */
  inspect<T>(use: (database: Queryable) => Promise<T>): Promise<T>;
  /** Ends all connections of the API to a server. */
  cutConnections(): Promise<void>;
  /** Makes the disk slow for a time. @param pids the processes of the API */
  slowDisk(ms: number, pids: readonly number[]): Promise<void>;
  /** Copies the database while no process uses it; the returned function puts the copy in its place. */
  backUp(): Promise<() => Promise<void>>;
  /** Stops the server, which something else starts again. */
  restart(signal: NodeJS.Signals): Promise<void>;
}

/** Creates a database with the schema and the demo data. */
export async function createWorldDatabase(kind: DatabaseKind): Promise<WorldDatabase> {
  if (kind === 'embedded') return createEmbedded();
  const database = await createPostgres();
  await createSchema(database.environment);
  return database;
}

/** The first process creates the schema. */
async function createSchema(environment: Readonly<Record<string, string>>): Promise<void> {
  await (await startApi(environment)).kill();
}

/** An embedded database takes long to create: each one is a copy of the first. */
let embedded: string | undefined;

async function createEmbedded(): Promise<WorldDatabase> {
  if (embedded === undefined) {
    const DATA_DIR = temporaryFolder();
    await createSchema({ DATA_DIR });
    embedded = DATA_DIR;
  }
  const folder = temporaryFolder();
  cpSync(embedded, folder, { recursive: true });
  return {
    processes: 1,
    isServer: false,
    environment: { DATA_DIR: folder },
    inspect: (use) => inFolder(join(folder, 'postgres'), use),
    async backUp() {
      const copy = join(temporaryFolder(), 'copy');
      cpSync(join(folder, 'postgres'), copy, { recursive: true });
      return async () => {
        rmSync(join(folder, 'postgres'), { recursive: true });
        cpSync(copy, join(folder, 'postgres'), { recursive: true });
      };
    },
    cutConnections: async () => {},
    restart: async () => {},
    async slowDisk(ms, pids) {
      await Promise.all(pids.map((pid) => slowDownSyncs(pid, ms)));
    },
  };
}

async function createPostgres(): Promise<WorldDatabase> {
  const { url, query } = await createDatabase();
  return {
    processes: 2,
    isServer: true,
    environment: { DATABASE_URL: url, AUTH_SECRET: 'one secret that all processes sign with' },
    inspect: (use) => use({ query }),
    async backUp() {
      const file = join(temporaryFolder(), 'dump');
      await run('pg_dump', ['--format=custom', `--file=${file}`, url]);
      return async () => void (await run('pg_restore', ['--clean', '--if-exists', `--dbname=${url}`, file]));
    },
    async cutConnections() {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'scantix-api'`,
      );
    },
    async slowDisk(ms) {
      const configure = async (...changes: string[]) => {
        for (const change of changes) await query(`alter system ${change}`);
        await query('select pg_reload_conf()');
      };
      // Every commit waits 100 ms before it is synced, the longest that PostgreSQL offers.
      await configure('set commit_delay = 100000', 'set commit_siblings = 0');
      await sleep(ms);
      await configure('reset commit_delay', 'reset commit_siblings');
    },
    async restart(signal) {
      const [row] = await query<{ pid: number }>(
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
      );
      if (!row) return;
      process.kill(row.pid, signal);
      for (let isBack = false; !isBack; ) {
        await sleep(100);
        isBack = await query('select 1').then(
          () => true,
          () => false,
        );
      }
    },
  };
}
