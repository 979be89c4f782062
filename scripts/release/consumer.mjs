// A consumer's project: a folder outside the workspace.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace.mjs';
import { execute } from './execute.mjs';
import { writeNpmrc } from './npmrc.mjs';

const FIXTURE = fileURLToPath(new URL('consumer/', import.meta.url));

/** Creates the project and installs the packages into it from the registry, with npm, as their READMEs say. */
export async function createConsumer(folder, { url, token }) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  writeNpmrc(join(folder, '.npmrc'), url);
  const beside = ['react', 'react-dom', 'jotai', 'vite', 'typescript', '@types/react', '@types/react-dom'];
  const packages = ['@scantix/auth-session', '@scantix/device-id', ...beside.map((name) => `${name}@${inUse(name)}`)];
  await execute('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    env: { NPM_TOKEN: token },
  });
  cpSync(FIXTURE, folder, { recursive: true });
  const tool = (name, ...args) => execute(join(folder, 'node_modules', '.bin', name), args, { cwd: folder });
  return {
    folder,
    lock: JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')),
    checkTypes: (configuration) => tool('tsc', '--project', configuration),
    runInNode: () => execute('node', ['in-memory.ts'], { cwd: folder }),
    build: () => tool('vite', 'build', '--logLevel', 'warn'),
  };
}

/** The version of a dependency that the workspace itself is tested with. */
function inUse(name) {
  for (const place of ['apps/scanner/', '']) {
    try {
      return createRequire(join(root, place, 'package.json'))(`${name}/package.json`).version;
    } catch {
      // Another folder may have it.
    }
  }
  throw new Error(`The workspace does not use ${name}.`);
}
