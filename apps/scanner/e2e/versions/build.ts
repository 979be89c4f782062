import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One build of the product: the program of the backend and the folder of the app. */
export interface Build {
  readonly program: string;
  readonly appDir: string;
}

const buildIn = (repository: string): Build => ({
  program: join(repository, 'apps/api/dist/main.js'),
  appDir: join(repository, 'apps/scanner/dist'),
});

/** The build of these sources. */
export const NOW = buildIn(fileURLToPath(new URL('../../../..', import.meta.url)));

/** The build of the earlier commit, which the command has made. */
export const BEFORE = buildIn(process.env.E2E_BEFORE ?? '');

/** Puts the app of a build into the folder that a backend serves, in place of what is there. */
export async function deploy({ appDir }: Build, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(appDir, folder, { recursive: true });
}
