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
  /** Closes the connections of `query`, until its next call: a template may have none. */
  rest(): Promise<void>;
  drop(): Promise<void>;
}

/** Creates an empty database, or a copy of a template. @throws if `TEST_DATABASE_URL` is not set */
export async function createDatabase({ template }: { template?: BenchDatabase } = {}): Promise<BenchDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server; pnpm bench and pnpm chaos start one.');
  const name = `scantix_bench_${randomBytes(6).toString('hex')}`;
  await template?.rest();
  await administer(
    server,
    `create database ${name}${template ? ` template ${new URL(template.url).pathname.slice(1)}` : ''}`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  let connected = connectTo(url.href);
  return {
    url: url.href,
    query: (statement, values) => connected.query(statement, values),
    async rest() {
      await connected.close();
      connected = connectTo(url.href);
    },
    async drop() {
      await connected.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Runs statements on the server at an address, one after the other. */
export function connectTo(url: string): Queryable & { close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A run may restart the server: the next statement connects again.
  pool.on('error', () => {});
  return {
    query: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    close: () => pool.end(),
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
