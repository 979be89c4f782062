import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../data-dir/lock-data-dir.ts';
import { syncFolder, syncPath } from '../database/durable-file-system.ts';
import { copyChanged } from './copy-changed.ts';

/** The folder holds no backup. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError';
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
}: {
  dataDir: string;
  folder: string;
  now: Date;
}): Promise<{ kept: string | null }> {
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION'))) throw new NoBackupError(`There is no backup in ${folder}.`);
  const lock = lockDataDir(dataDir);
  try {
    const [database, unfinished] = [join(dataDir, 'postgres'), join(dataDir, 'postgres.restoring')];
    await rm(unfinished, { recursive: true, force: true });
    await copyChanged(join(folder, 'postgres'), unfinished);
    await syncFolder(unfinished);
    const kept = existsSync(database)
      ? join(dataDir, `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`)
      : null;
    if (kept) {
      await mkdir(kept, { mode: 0o700 });
      await rename(database, join(kept, 'postgres'));
    }
    await rename(unfinished, database);
    const secret = join(dataDir, 'auth-secret');
    if (existsSync(join(folder, 'auth-secret'))) {
      if (kept && existsSync(secret)) await copyFile(secret, join(kept, 'auth-secret'));
      await copyFile(join(folder, 'auth-secret'), secret);
    }
    await syncPath(dataDir);
    return { kept };
  } finally {
    lock.release();
  }
}
