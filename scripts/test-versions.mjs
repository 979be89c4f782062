#!/usr/bin/env node
// pnpm test:versions: builds these sources and an earlier commit, and runs each one's app with the other's backend, and
// both apps after each other on one device. It needs the history of the repository.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideHeadlessChromium } from './chromium.mjs';
import { fail, install, root, run, step } from './workspace.mjs';

/** The last build whose answers say neither epoch nor receipt number. */
const BEFORE = 'eac86225e9f8b04088a58c9a5d5f78aca61d2b17';

const git = (...args) => spawnSync('git', args, { cwd: root });
if (git('cat-file', '-e', `${BEFORE}^{commit}`).status !== 0) {
  fail(`This clone does not have commit ${BEFORE}. Fetch the history: git fetch --unshallow`);
}

await install();
const parent = mkdtempSync(join(tmpdir(), 'scantix-versions-'));
const folder = join(parent, 'before');
// The earlier commit installs and builds by its own command.
const steps = [
  [`Checking ${BEFORE.slice(0, 7)} out`, () => run('git', ['worktree', 'add', '--detach', '--quiet', folder, BEFORE])],
  [`Building ${BEFORE.slice(0, 7)}`, () => run('node', ['scripts/test.mjs', 'build'], { cwd: folder })],
  ['Building these sources', () => run('node', ['scripts/test.mjs', 'build'])],
  [
    'Both builds together',
    () =>
      run('playwright', ['test', '--config', 'apps/scanner/e2e/versions/playwright.config.ts', '--reporter=list'], {
        env: { E2E_BEFORE: folder, CHROMIUM_PATH: provideHeadlessChromium() },
      }),
  ],
];
let code = 0;
for (const [title, runStep] of steps) {
  step(title);
  code = await runStep();
  if (code !== 0) break;
}
git('worktree', 'remove', '--force', folder);
rmSync(parent, { recursive: true, force: true });
process.exit(code);
