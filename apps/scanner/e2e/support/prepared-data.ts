import { constants, cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fills `dataDir` with what `make` writes into an empty folder. All workers of a run share what was made under a name: a
 * new database with demo data takes a backend five seconds.
 */
export async function fillDataDir(
  dataDir: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const run = process.env.E2E_PREPARED;
  if (!run) return make(dataDir);
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
    if (Date.now() > deadline) throw new Error('Another worker did not prepare the data of the backends.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  cpSync(prepared, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
