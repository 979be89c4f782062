import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';

/**
 * Opens an empty PGlite database in memory: a copy of one that was made before. To make one takes four times the processor
 * time of a copy.
 */
export async function openMemoryDatabase(): Promise<Database> {
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(await provideEmptyDatabase()) });
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
}

/** The file of an empty database of this PGlite. The first caller makes it. */
async function provideEmptyDatabase(): Promise<string> {
  const program = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(readFileSync(join(dirname(program), 'pglite.wasm')));
  const folder = join(import.meta.dirname, '../../node_modules/.cache/empty-database');
  const file = join(folder, `${hash.digest('hex')}.tar`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  // Another process may make it at the same time: a renamed file is a whole one.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, await dump.bytes());
  renameSync(unfinished, file);
  return file;
}
