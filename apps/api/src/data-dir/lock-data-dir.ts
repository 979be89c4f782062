import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process uses the data folder. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError';
}

export interface DataDirLock {
  release(): void;
}

/**
 * Locks the data folder, since only one process may open the database in it.
 *
 * The lock is the operating system's, on an empty SQLite file. It ends with its process, also after a crash, and it works
 * across containers.
 * @throws DataDirLockedError, or the file system's error where this user may not write
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  makePrivate(dataDir);
  const [file, owner] = [join(dataDir, 'lock'), join(dataDir, 'lock-owner')];
  // SQLite does not say why it cannot open a file.
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  if (existsSync(file)) accessSync(file, constants.W_OK);
  // A file must not be opened beside SQLite: closing it would end the lock.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) readFileSync(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new DataDirLockedError(
      `Another Scantix process (${readOwner(owner)}) already uses the data folder ${dataDir}. ` +
        'Stop it first, or give this one another folder with DATA_DIR.',
      { cause },
    );
  }
  writeFileSync(owner, `process ${process.pid}, since ${new Date().toISOString()}`);
  return { release: () => lock.close() };
}

/** A folder that was there may be open to all. One of another user, such as a mounted volume, keeps its mode. */
function makePrivate(folder: string): void {
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 100);
  } catch {
    return 'just starting';
  }
}
