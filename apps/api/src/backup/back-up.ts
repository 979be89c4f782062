import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { checkpoint } from '../database/checkpoint.ts';
import { syncFolder, syncPath } from '../database/durable-file-system.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { reasonOfFile } from '../system/reason-of-file.ts';
import { copyChanged } from './copy-changed.ts';

/** What stands beside the database in the data folder and is worth keeping. */
const BESIDE = ['auth-secret', 'config.js'];

/** How the name of a backup ends until it is complete. */
export const UNFINISHED = '.unfinished';

/** What a backup has cost. */
export interface BackupReport {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** How long the database answered nobody, in milliseconds. */
  readonly paused_ms: number;
}

/**
 * Copies the embedded database into a new folder while it runs. A first copy is made meanwhile; then the database waits for
 * as long as it takes to copy again what has changed. What it holds is what a power cut at that moment would have left,
 * from which PostgreSQL starts. The folder has its name only when it is complete and on the disk.
 * @throws ApiError `conflict`: something is in the folder's place, it cannot be written, or a file beside the database cannot be
 * read; what was begun is deleted
 */
export async function backUp(db: Database, dataDir: string, target: string): Promise<BackupReport> {
  const folder = resolve(target);
  const database = join(dataDir, 'postgres');
  if (existsSync(folder)) throw new ApiError('conflict', 'There is something at this path already: name a new folder');
  if (`${folder}/`.startsWith(`${database}/`))
    throw new ApiError('conflict', "A backup cannot be in the database's folder");
  const unfinished = `${folder}${UNFINISHED}`;
  const beside = BESIDE.map((name) => join(dataDir, name)).filter((path) => existsSync(path));
  // Before the database is copied, which takes longer.
  for (const path of beside) {
    await readFile(path).catch((error: unknown) => {
      throw refusalOfFile(error, `${path} cannot be read`);
    });
  }
  try {
    return await copyTo(db, { database, folder, unfinished, beside });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    throw refusalOfFile(error, `${folder} cannot be written`);
  }
}

/** The operator alone makes this call, and may know the path. */
function refusalOfFile(error: unknown, what: string): unknown {
  const reason = reasonOfFile(error);
  return reason === undefined ? error : new ApiError('conflict', `${what}: ${reason}`);
}

async function copyTo(
  db: Database,
  {
    database,
    folder,
    unfinished,
    beside,
  }: Record<'database' | 'folder' | 'unfinished', string> & { beside: readonly string[] },
): Promise<BackupReport> {
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await checkpoint(db);
  const first = await copyChanged(database, join(unfinished, 'postgres'));
  let pausedMs = 0;
  // Everybody else waits while the embedded database has a transaction, and this one writes nothing.
  const files = await db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    const pausedAt = performance.now();
    const all = await copyChanged(database, join(unfinished, 'postgres'), first);
    pausedMs = performance.now() - pausedAt;
    return all;
  });
  for (const path of beside) await copyFile(path, join(unfinished, basename(path)));
  await syncFolder(unfinished);
  await rename(unfinished, folder);
  await syncPath(dirname(folder));
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  return { folder, files: files.size, bytes, paused_ms: Math.round(pausedMs) };
}
