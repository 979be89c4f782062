import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Sync } from '../../src/database/durable-file-system.ts';

/** What a disk holds of a folder: only what was synced before the power was cut. */
export interface SyncedDisk {
  /** Writes a file, or the names in a folder, to the disk. */
  readonly sync: Sync;
  isOn(): boolean;
}

export interface SyncedDiskOptions {
  readonly folder: string;
  /** Where the disk's content is; it starts as the folder is. */
  readonly copy: string;
  /** The power is cut in place of this sync, counted from 1. A sync of what is on the disk already does not count. */
  readonly cutAt: number;
  /** `false`: nothing is synced. */
  readonly syncing: boolean;
}

/** The database and its syncs run on one thread: only a cut in place of a sync falls into a commit or a checkpoint. */
export function createSyncedDisk({ folder, copy, cutAt, syncing }: SyncedDiskOptions): SyncedDisk {
  cpSync(folder, copy, { recursive: true });
  let syncs = 0;
  const isOn = () => syncs < cutAt;

  /** Changes what is on the disk, while the power is on. */
  function write(change: () => void): void {
    syncs += 1;
    if (isOn() && syncing) change();
  }

  return {
    isOn,
    sync(_, path) {
      const onDisk = join(copy, relative(folder, path));
      if (statSync(path).isDirectory()) {
        const names = new Set(readdirSync(path));
        const gone = readdirSync(onDisk).filter((name) => !names.has(name));
        const remove = () => {
          for (const name of gone) rmSync(join(onDisk, name), { recursive: true });
        };
        if (gone.length > 0) write(remove);
        return;
      }
      const content = readFileSync(path);
      const isNew = !existsSync(onDisk) || !content.equals(readFileSync(onDisk));
      if (isNew) write(() => writeFileSync(onDisk, content));
    },
  };
}
