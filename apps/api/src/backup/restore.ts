import { existsSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../data-dir/lock-data-dir.ts';
import { writeAuthSecret } from '../data-dir/read-auth-secret.ts';
import { type Sync, syncFolder, syncPath } from '../database/durable-file-system.ts';
import { UNFINISHED } from './back-up.ts';
import { copyChanged } from './copy-changed.ts';

/** The folder holds no backup. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError';
}

/** A restore ended after it had put the database from before aside. */
export class UnfinishedRestoreError extends Error {
  override readonly name = 'UnfinishedRestoreError';
}

/** The copy of a backup until it takes the place of the database. */
const unfinishedIn = (dataDir: string) => join(dataDir, 'postgres.restoring');

/**
 * Checks that no restore is to be finished: a new database in its place would be empty. One that ended before it had put the
 * database aside has changed nothing: its copy is deleted. Only for whoever has locked the folder.
 * @throws UnfinishedRestoreError
 */
export function settleUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres'))) rmSync(unfinishedIn(dataDir), { recursive: true, force: true });
  else refuseUnfinishedRestore(dataDir);
}

/** The same where there is no database. @throws UnfinishedRestoreError */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(unfinishedIn(dataDir))) return;
  throw new UnfinishedRestoreError(`A restore into ${dataDir} was cut off: run "scantix restore" again.`);
}

/**
 * Puts a backup in the place of the embedded database and its secret, which are kept beside.
 * @returns where the database from before is now; `null`: there was none
 * @throws NoBackupError; DataDirLockedError: a server runs on the data folder
 */
export async function restore({
  dataDir,
  folder,
  now,
  sync,
}: {
  dataDir: string;
  folder: string;
  now: Date;
  sync?: Sync;
}): Promise<{ kept: string | null }> {
  if (folder.endsWith(UNFINISHED)) throw new NoBackupError(`${folder} is of a backup that was cut off.`);
  // For one that this user may not read, `existsSync` would say that there is none.
  if (!statSync(join(folder, 'postgres', 'PG_VERSION'), { throwIfNoEntry: false }))
    throw new NoBackupError(`There is no backup in ${folder}.`);
  const lock = lockDataDir(dataDir);
  try {
    const [database, unfinished, secret] = [
      join(dataDir, 'postgres'),
      unfinishedIn(dataDir),
      join(dataDir, 'auth-secret'),
    ];
    await rm(unfinished, { recursive: true, force: true });
    try {
      await copyChanged(join(folder, 'postgres'), unfinished);
      await syncFolder(unfinished, sync);
    } catch (error) {
      // On a full disk the database could not go on beside it. Without a database it stays: it keeps a start from making one.
      if (existsSync(database)) await rm(unfinished, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    const kept = existsSync(database)
      ? join(dataDir, `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`)
      : null;
    if (kept) {
      await mkdir(kept, { mode: 0o700 });
      // Before the database, so that one that is kept has its secret.
      if (existsSync(secret)) await copyFile(secret, join(kept, 'auth-secret'));
      await syncFolder(kept, sync);
      await rename(database, join(kept, 'postgres'));
    }
    // Before the database, so that one that is in its place has its secret: without it, a restore that was cut off is refused.
    const restored = join(folder, 'auth-secret');
    if (existsSync(restored)) await writeAuthSecret(dataDir, await readFile(restored, 'utf8'), sync);
    await rename(unfinished, database);
    await syncPath(dataDir, sync);
    return { kept };
  } finally {
    lock.release();
  }
}
