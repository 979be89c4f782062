import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openPostgres } from '../database/open-database.ts';
import type { Database } from '../database/tables.ts';
import { openEmptyDatabase, openMemoryDatabase } from './open-memory-database.ts';
import { partitionTables } from './partition-tables.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly db: Database;
  /** The address of the database for another process; only on a PostgreSQL server. */
  readonly url?: string;
  drop(): Promise<void>;
}

/** Creates a PGlite database in memory, with this program's schema. */
export async function createMemoryDatabase(): Promise<TestDatabase> {
  const db = await openMemoryDatabase();
  return { db, drop: () => db.destroy() };
}

/** Creates a PGlite database in memory without a schema. */
export async function createEmptyMemoryDatabase(): Promise<TestDatabase> {
  const db = await openEmptyDatabase();
  return { db, drop: () => db.destroy() };
}

/**
 * Creates an empty database on the PostgreSQL server of TEST_DATABASE_URL. With TEST_PARTITIONS, the tables of domains get
 * so many partitions.
 * @throws if the variable is not set
 */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server whose user may create databases');
  const name = `scantix_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  let dropping = false;
  const db = openPostgres({
    url: url.href,
    maxConnections: 10,
    onPool: (pool) => {
      const partitions = Number(process.env.TEST_PARTITIONS ?? 0);
      if (partitions > 0) partitionTables(pool, partitions);
    },
    onIdleError: (error) => {
      // An ended pool may still be closing sockets when the database is dropped.
      if (!dropping) throw error;
    },
  });
  return {
    db,
    url: url.href,
    async drop() {
      dropping = true;
      await db.destroy();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
