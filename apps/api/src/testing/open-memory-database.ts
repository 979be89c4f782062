import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { migrate } from '../database/migrate.ts';
import type { Database, Tables } from '../database/tables.ts';
import { type LentDatabase, lend, takeEmpty } from './lend-database.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Opens a PGlite database in memory with this program's schema: one that an earlier test has closed, or a new one. */
export async function openMemoryDatabase(): Promise<Database> {
  return wrap(await lend(takeEmpty() ?? (await copyPrepared())));
}

/** Opens a PGlite database in memory without a schema. */
export async function openEmptyDatabase(): Promise<Database> {
  const db = await openMemoryDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  return db;
}

const wrap = (pglite: PGlite | LentDatabase): Database =>
  new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });

/** Copies a database that was made before. To make one takes eight times the processor time of a copy. */
async function copyPrepared(): Promise<PGlite> {
  const dump = await prepareDatabase('dump.tar', makeDump);
  // Not `openAsBlob`: another process may put the same dump in its place while it is read.
  const pglite = await PGlite.create({ loadDataDir: new Blob([await readFile(dump)]) });
  // As every database that is made has its own.
  await pglite.query('update database_epoch set epoch = gen_random_uuid()');
  return pglite;
}

async function makeDump(path: string): Promise<void> {
  const pglite = await PGlite.create();
  await migrate(wrap(pglite));
  // A copy then has no log to replay.
  await pglite.query('checkpoint');
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  writeFileSync(path, await dump.bytes());
}
