import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A new database on the PostgreSQL server of `TEST_DATABASE_URL`. */
export interface BenchDatabase {
  readonly url: string;
  query<Row extends object = never>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
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
  const client = await connect(url.href);
  return {
    url: url.href,
    query: async (statement, values = []) => (await client.query(statement, [...values])).rows,
    async drop() {
      await client.end();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
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
