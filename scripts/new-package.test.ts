import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const make = (...args: string[]) => run(process.execPath, [join(root, 'scripts/new-package.mjs'), ...args]);

/** A workspace with what a new package looks for above itself, and the dependencies of a package of the same anatomy. */
const workspace = mkdtempSync(join(tmpdir(), 'scantix-new-package-'));
const folder = join(workspace, 'packages', 'door-list');

beforeAll(async () => {
  await make('door-list', 'Who stands at which door.', '--into', workspace);
  copyFileSync(join(root, 'tsconfig.base.json'), join(workspace, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
  // A folder of its own: Vitest leaves a cache in it.
  mkdirSync(join(folder, 'node_modules'));
  const installed = join(root, 'packages/feature-flags/node_modules');
  for (const name of readdirSync(installed).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
});
afterAll(() => rmSync(workspace, { recursive: true }));

test('a new package type-checks, and emits declarations', async () => {
  await run('tsc', ['-p', join(folder, 'tsconfig.json')]);
  await run('tsc', ['-p', join(folder, 'tsconfig.build.json'), '--outDir', join(workspace, 'declarations')]);
});

test('its own tests pass', async () => {
  const config = join(root, 'vitest.config.ts');
  await run('vitest', ['run', '--config', config, '--project', 'unit'], { cwd: folder });
  const report: unknown = JSON.parse(readFileSync(join(folder, '.reports/test.json'), 'utf8'));
  expect(report).toMatchObject({ numPassedTests: 2, numFailedTests: 0 });
});

test('a package that exists, or a name that is none, is refused', async () => {
  await expect(make('door-list', 'Again.', '--into', workspace)).rejects.toThrow('exists already');
  await expect(make('DoorList', 'What it is.', '--into', workspace)).rejects.toThrow('Usage');
});
