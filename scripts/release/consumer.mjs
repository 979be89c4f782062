// Projects of consumers: folders outside the workspace.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace.mjs';
import { execute } from './execute.mjs';
import { writeNpmrc } from './npmrc.mjs';

const FIXTURE = fileURLToPath(new URL('consumer/', import.meta.url));
const REACT = ['react', 'react-dom', 'jotai', '@types/react', '@types/react-dom'];

/** Creates the project of another team that uses sign-in and device identity; with `vite` it can build its page. */
export async function createConsumer(folder, registry, { vite = true } = {}) {
  const project = createProject(folder, registry);
  await project.install('@scantix/auth-session', '@scantix/device-id', ...inUse(...REACT, ...(vite ? ['vite'] : [])));
  cpSync(FIXTURE, folder, { recursive: true });
  return {
    ...project,
    runInNode: () => execute('node', ['in-memory.ts'], { cwd: folder }),
    build: () =>
      execute(join(folder, 'node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn'], { cwd: folder }),
  };
}

/** Creates a project that installs every package by its name and imports each entry that has types. */
export async function createConsumerOfAll(folder, registry, names) {
  const project = createProject(folder, registry);
  await project.install(...names, ...inUse(...REACT, 'bwip-js'));
  for (const file of ['tsconfig.json', 'tsconfig.node16.json']) cpSync(join(FIXTURE, file), join(folder, file));
  const entries = names.flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    return Object.keys(exports).flatMap((entry) => (exports[entry].types ? [join(name, entry)] : []));
  });
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  const list = entries.map((_, index) => `entry${index}`).join(', ');
  writeFileSync(join(folder, 'all.ts'), `${imports.join('\n')}\nexport const all = [${list}];\n`);
  return project;
}

function createProject(folder, { url, token }) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  writeNpmrc(join(folder, '.npmrc'), url);
  return {
    /** Installs the packages from the registry, with npm, as their READMEs say. */
    install: (...packages) =>
      execute('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
        cwd: folder,
        env: { NPM_TOKEN: token },
      }),
    /** What is installed of Scantix: by its path, the lock file's entry. */
    installed: () => {
      const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
      return Object.entries(packages).filter(([path]) => path.includes('node_modules/@scantix/'));
    },
    checkTypes: (configuration) => execute('tsc', ['--project', configuration], { cwd: folder }),
  };
}

/** The dependencies in the versions that the workspace itself is tested with. */
export function inUse(...names) {
  return names.map((name) => {
    const manifests = ['apps/scanner', 'packages/barcode-reader'].map((user) =>
      join(root, user, 'node_modules', name, 'package.json'),
    );
    return `${name}@${JSON.parse(readFileSync(manifests.find(existsSync), 'utf8')).version}`;
  });
}
