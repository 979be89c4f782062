import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

/** What an archive says of itself in its `package.json`. */
const releaseManifest = z.object({ version: z.string(), commit: z.string() });

/** Which release a program is. */
export type Release = z.output<typeof releaseManifest>;

/** Where a program stands, and what is beside it. */
export interface Installation {
  /** `undefined`: it was not started from an archive. */
  readonly release: Release | undefined;
  /** The data folder without `DATA_DIR`. */
  readonly dataDir: string;
  /** The built app without `APP_DIR`. */
  readonly appDir: string;
}

/**
 * Finds the installation that holds a program's modules in `folder`: an unpacked archive, whose manifest beside `folder`
 * names a commit, or the workspace. An archive may be read-only, so data go below the working folder then.
 */
export function findInstallation(folder: string): Installation {
  const release = readRelease(join(folder, '..', 'package.json'));
  if (release) return { release, dataDir: resolve('scantix-data'), appDir: join(folder, '../app') };
  // Both `src` and `dist` are two folders below `apps`.
  const repository = join(folder, '../../..');
  return { release, dataDir: join(repository, '.data'), appDir: join(repository, 'apps/scanner/dist') };
}

function readRelease(manifest: string): Release | undefined {
  if (!existsSync(manifest)) return undefined;
  return releaseManifest.safeParse(JSON.parse(readFileSync(manifest, 'utf8'))).data;
}

/** A release in one line. */
export function describeRelease(release: Release | undefined): string {
  return release ? `${release.version} (${release.commit})` : 'source';
}
