import { copyFileSync, cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Sync } from '../../src/database/durable-file-system.ts';

/** What a disk holds of a folder: only what was synced. */
export interface SyncedDisk {
  /** Writes a file, or the names in a folder, to the disk. */
  readonly sync: Sync;
  /** Copies what a power cut leaves. */
  leave(to: string): void;
}

/** Starts with the folder as it is. @param disk an empty place for the copy */
export function createSyncedDisk(folder: string, disk: string): SyncedDisk {
  cpSync(folder, disk, { recursive: true });
  return {
    sync(_, path) {
      const onDisk = join(disk, relative(folder, path));
      if (!statSync(path).isDirectory()) return copyFileSync(path, onDisk);
      const names = new Set(readdirSync(path));
      for (const name of readdirSync(onDisk)) if (!names.has(name)) rmSync(join(onDisk, name), { recursive: true });
    },
    leave(to) {
      cpSync(disk, to, { recursive: true });
    },
  };
}
