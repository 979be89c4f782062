// A project of another team: a folder outside the workspace.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from './execute.mjs';
import { writeNpmrc } from './npmrc.mjs';

/** Creates an empty project that installs from the registry. */
export function createProject(folder, { url, token }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  writeNpmrc(join(folder, '.npmrc'), url);
  return {
    folder,
    /** Installs the packages, or what package.json names, from the registry, with npm, as their READMEs say. */
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
    /** Type-checks the project, by the workspace's compiler or another one. */
    checkTypes: (configuration, compiler = 'tsc') => execute(compiler, ['--project', configuration], { cwd: folder }),
  };
}
