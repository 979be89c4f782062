import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prepared-databases');

/**
 * Returns the path of a database with this program's schema that tests copy. `make` makes it there the first time, and
 * again after a change of PGlite or of the migrations.
 */
export async function prepareDatabase(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(CACHE, hashSources(), name);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  // Another process may make it at the same time: what has been renamed is whole.
  const unfinished = `${path}.${process.pid}`;
  await make(unfinished);
  try {
    renameSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return path;
}

/** What the files of a new database depend on. */
function hashSources(): string {
  const program = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const folder = join(import.meta.dirname, '../database');
  const sources = globSync('{*.ts,migrations/**/*.ts}', { cwd: folder }).sort();
  const hash = createHash('sha256');
  for (const path of [join(dirname(program), 'pglite.wasm'), ...sources.map((source) => join(folder, source))])
    hash.update(readFileSync(path));
  return hash.digest('hex');
}
