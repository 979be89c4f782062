import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startApi } from '../../../../scripts/bench/api-process.ts';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';
import { createDatabase, inFolder, type Queryable } from '../../../../scripts/bench/database.ts';

const run = promisify(execFile);

export const DATABASES = ['postgres', 'embedded'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** A database under API processes, and what can happen to it alone. */
export interface WorldDatabase {
  /** How many API processes may use it. */
  readonly processes: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs statements. An embedded database must not be open in a process meanwhile. */
  inspect<T>(use: (database: Queryable) => Promise<T>): Promise<T>;
  /** Ends all connections of the API; `false` where there are none. */
  cutConnections(): Promise<boolean>;
  /** Copies the database while no process uses it; the returned function puts the copy in its place. */
  backUp(): Promise<() => Promise<void>>;
  /** Stops the server, which something else starts again; `false` where that is not possible. */
  restart(signal: NodeJS.Signals): Promise<boolean>;
}

/** Creates a database with the schema and the demo data. */
export async function createWorldDatabase(kind: DatabaseKind): Promise<WorldDatabase> {
  const database = kind === 'postgres' ? await createPostgres() : createEmbedded();
  // The first process creates the schema.
  await (await startApi(database.environment)).kill();
  return database;
}

function createEmbedded(): WorldDatabase {
  const folder = temporaryFolder();
  return {
    processes: 1,
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
    cutConnections: async () => false,
    restart: async () => false,
  };
}

async function createPostgres(): Promise<WorldDatabase> {
  const { url, query } = await createDatabase();
  return {
    processes: 2,
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
      return true;
    },
    async restart(signal) {
      const [row] = await query<{ pid: number }>(
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
      );
      if (!row) return false;
      process.kill(row.pid, signal);
      for (let isBack = false; !isBack; ) {
        await sleep(100);
        isBack = await query('select 1').then(
          () => true,
          () => false,
        );
      }
      return true;
    },
  };
}
