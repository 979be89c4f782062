import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MorePage } from '../../../../scripts/bench/page-server.ts';

/** The last build whose ledger has one database and one lane; `pnpm test:versions` uses the same. */
const BEFORE = 'eac86225e9f8b04088a58c9a5d5f78aca61d2b17';
const PACKAGES = ['scan-ledger', 'api-contract', 'runtime-utils'].map((name) => `packages/${name}/src`);
/** Third parties are resolved from the folder of the ledger. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Returns a page with the same clerk over the packages of an earlier commit. @throws in a clone without that commit */
export function earlierBuild(entry: string): MorePage {
  const folder = `${CACHE}${BEFORE.slice(0, 7)}`;
  if (!existsSync(folder)) unpack(folder);
  const alias = [
    { find: '../../src/index.ts', replacement: `${folder}/packages/scan-ledger/src/index.ts` },
    { find: /^@scantix\/([\w-]+)$/, replacement: `${folder}/packages/$1/src/index.ts` },
    { find: /^@scantix\/([\w-]+)\/([\w-]+)$/, replacement: `${folder}/packages/$1/src/$2/index.ts` },
  ];
  return { entry, alias };
}

function unpack(folder: string): void {
  const cwd = fileURLToPath(new URL('../../../../', import.meta.url));
  const { stdout, status } = spawnSync('git', ['archive', BEFORE, ...PACKAGES], { cwd, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`This clone does not have commit ${BEFORE}: git fetch --unshallow`);
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const tar = spawnSync('tar', ['-x', '-C', unfinished], { input: stdout });
  if (tar.status !== 0) throw new Error(`tar: ${tar.stderr}`);
  renameSync(unfinished, folder);
}
