import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** What runs statements. */
export interface Queryable {
  query<Row extends object = never>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A new database on the PostgreSQL server of `TEST_DATABASE_URL`. */
export interface BenchDatabase extends Queryable {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database. @throws if `TEST_DATABASE_URL` is not set */
export async function createDatabase(): Promise<BenchDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server; pnpm bench and pnpm chaos start one.');
  const name = `scantix_bench_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  // A run may restart the server: the next statement connects again.
  pool.on('error', () => {});
  return {
    url: url.href,
    query: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    async drop() {
      await pool.end();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Runs statements in an embedded database's folder, while no API process has it open. */
export async function inFolder<T>(folder: string, use: (database: Queryable) => Promise<T>): Promise<T> {
  const pglite = await PGlite.create(folder);
  const query: Queryable['query'] = async (statement, values = []) =>
    (await pglite.query(statement, [...values])).rows as never;
  return use({ query }).finally(() => pglite.close());
}

async function administer(server: string, statement: string): Promise<void> {
  const client = await connect(server);
  await client.query(statement).finally(() => client.end());
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
