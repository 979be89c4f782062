import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the original of a copied file was like before it was copied. */
interface Copied {
  readonly size: number;
  readonly mtimeMs: number;
  readonly copiedAt: number;
}

/** The files of a copy by their path in it. */
export type CopiedFiles = ReadonlyMap<string, Copied>;

/** The longest step of a file system's clock: a change within it may leave the time of a file as it was. */
const CLOCK_STEP_MS = 1_000;

/**
 * Makes `to` a copy of the folder `from`. Files of an earlier copy that have not changed since stay as they are, so that the
 * second copy takes a fraction of the first. No file is held in memory.
 */
export async function copyChanged(from: string, to: string, earlier: CopiedFiles = new Map()): Promise<CopiedFiles> {
  const copied = new Map<string, Copied>();
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(from.length + 1);
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    if (!entry.isFile()) continue;
    const before = await stat(source).catch(goneIsNull);
    if (!before) continue;
    const known = earlier.get(path);
    if (known && isUnchanged(known, before)) copied.set(path, known);
    else {
      const copiedAt = Date.now();
      await mkdir(join(to, path, '..'), { recursive: true, mode: 0o700 });
      const done = await copyFile(source, join(to, path), constants.COPYFILE_FICLONE).then(() => true, goneIsNull);
      if (done) copied.set(path, { size: before.size, mtimeMs: before.mtimeMs, copiedAt });
    }
  }
  for (const path of earlier.keys()) if (!copied.has(path)) await rm(join(to, path), { force: true });
  return copied;
}

function isUnchanged({ size, mtimeMs, copiedAt }: Copied, now: { size: number; mtimeMs: number }): boolean {
  return size === now.size && mtimeMs === now.mtimeMs && mtimeMs < copiedAt - CLOCK_STEP_MS;
}

/** A database removes files while it runs. */
function goneIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
