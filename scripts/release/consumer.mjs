// Projects that check what the registry serves.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace.mjs';
import { execute } from './execute.mjs';
import { createProject } from './project.mjs';

const FIXTURE = fileURLToPath(new URL('consumer/', import.meta.url));
const REACT = ['react', 'react-dom', '@types/react', '@types/react-dom'];

/** Creates the project of a team that uses sign-in and device identity: the sources of examples/next, without Next.js. */
export async function createConsumer(folder, registry) {
  const project = createProject(folder, registry);
  await project.install('@scantix/auth-session', '@scantix/device-id', ...inUse(...REACT));
  cpSync(FIXTURE, folder, { recursive: true });
  cpSync(join(root, 'examples', 'next', 'app'), join(folder, 'app'), { recursive: true });
  return { ...project, runInNode: () => execute('node', ['in-memory.ts'], { cwd: folder }) };
}

/** The oldest TypeScript that reads the declarations, those of the libraries included. */
const OLDEST_TYPESCRIPT = '5.8';

/** Creates a project that installs every package by its name and imports each entry that has types. */
export async function createConsumerOfAll(folder, registry, names) {
  const project = createProject(folder, registry);
  await project.install(...names, ...inUse(...REACT, 'jotai', 'bwip-js'), `typescript@${OLDEST_TYPESCRIPT}`);
  cpSync(FIXTURE, folder, { recursive: true });
  const entries = names.flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    return Object.keys(exports).flatMap((entry) => (exports[entry].types ? [join(name, entry)] : []));
  });
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  const list = entries.map((_, index) => `entry${index}`).join(', ');
  writeFileSync(join(folder, 'all.ts'), `${imports.join('\n')}\nexport const all = [${list}];\n`);
  const compiler = join(folder, 'node_modules', '.bin', 'tsc');
  return {
    ...project,
    oldestTypeScript: OLDEST_TYPESCRIPT,
    checkOldTypes: (configuration) => project.checkTypes(configuration, compiler),
    runInNode: () => execute('node', ['in-memory.ts'], { cwd: folder }),
  };
}

/** Creates a project with React 18 and the packages that allow it. */
export async function createReact18Consumer(folder, registry, names) {
  const project = createProject(folder, registry);
  await project.install(...names, 'react@18', 'react-dom@18', '@types/react@18', '@types/react-dom@18', 'jotai@3');
  cpSync(FIXTURE, folder, { recursive: true });
  cpSync(fileURLToPath(new URL('react-18/', import.meta.url)), folder, { recursive: true });
  return { ...project, render: () => execute('node', ['render.ts'], { cwd: folder }) };
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
