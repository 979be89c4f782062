import { constants, cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fills a folder with what `make` writes into an empty one. All workers of a run share what was made under a name: a new
 * database with demo data takes a backend five seconds, and a clip of a moving code takes as long.
 */
export async function fillFolder(folder: string, name: string, make: (empty: string) => Promise<void>): Promise<void> {
  const run = process.env.E2E_PREPARED;
  if (!run) return make(folder);
  const prepared = join(run, name);
  const isFirst = await mkdir(`${prepared}.lock`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const making = await mkdtemp(`${prepared}.`);
    try {
      await make(making);
    } catch (error) {
      // Another worker tries.
      await rmdir(`${prepared}.lock`);
      throw error;
    }
    await rename(making, prepared);
  }
  const deadline = Date.now() + 60_000;
  while (!existsSync(prepared)) {
    if (Date.now() > deadline) throw new Error(`Another worker did not prepare ${name}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  cpSync(prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
