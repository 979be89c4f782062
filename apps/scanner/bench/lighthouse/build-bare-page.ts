import { join } from 'node:path';
import { build } from 'vite';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';

/** Builds the page that has React and the router alone, as the app is built, and returns its folder. */
export async function buildBarePage(): Promise<string> {
  const outDir = join(temporaryFolder(), 'bare-page');
  const root = join(import.meta.dirname, 'bare-page');
  await build({ root, configFile: false, logLevel: 'warn', oxc: { jsx: { runtime: 'automatic' } }, build: { outDir } });
  return outDir;
}
