import { constants, cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** For a start that hangs: beside much other work the first one of a backend takes over a minute. */
export const START_LIMIT_MS = 240_000;

/**
 * Fills a folder with what `make` writes into an empty one. All workers of a run share what was made under a name: a new
 * database with demo data takes a backend five seconds, and a clip of a moving code takes as long.
 */
export async function fillFolder(folder: string, name: string, make: (empty: string) => Promise<void>): Promise<void> {
  const run = process.env.E2E_PREPARED;
  if (!run) return make(folder);
  const prepared = join(run, name);
  const lock = `${prepared}.lock`;
  const deadline = Date.now() + START_LIMIT_MS;
  while (!existsSync(prepared)) {
    const isMaker = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (isMaker) {
      try {
        // The maker before may have ended between the look and the lock.
        if (existsSync(prepared)) break;
        const making = await mkdtemp(`${prepared}.`);
        await make(making);
        await rename(making, prepared);
      } finally {
        // Where that failed, another worker tries.
        await rmdir(lock);
      }
    } else if (Date.now() > deadline) throw new Error(`Another worker did not prepare ${name}.`);
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  cpSync(prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
