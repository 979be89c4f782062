#!/usr/bin/env node
// npm run release [-- --snapshot=BRANCH]: builds every package and publishes those whose version the registry does not have
// yet. A snapshot has the versions that this commit's changesets would give, with a tag, made from the branch's name, and the
// time behind them; it goes out under the tag, not as `latest`, and leaves the work tree and git as they were.
// NPM_REGISTRY_URL and NPM_TOKEN name the registry and its token, REPOSITORY_URL (outside of Actions) the page of the
// sources; no file of the project contains them.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { git } from './release/copy-workspace.mjs';
import { repositoryAddress } from './release/repository.mjs';
import { snapshotTag } from './release/snapshot-tag.mjs';
import { fail, install, publishedPackages, root, runWithPnpm, step } from './workspace.mjs';

const { snapshot: branch } = parseArgs({ options: { snapshot: { type: 'string' } } }).values;
const snapshot = branch === undefined ? undefined : snapshotTag(branch);
const { NPM_REGISTRY_URL: registry, NPM_TOKEN: token } = process.env;
if (!registry || !token) fail('Set NPM_REGISTRY_URL (the private registry) and NPM_TOKEN (a token that may publish).');
if (!repositoryAddress()) fail('Set REPOSITORY_URL (the page of the repository), which each published manifest names.');
const changes = () => git(root, 'status', '--porcelain');
if (changes() !== '') fail('A release is published from a clean work tree.');
if (!snapshot && readdirSync(join(root, '.changeset')).some((file) => file.endsWith('.md')))
  fail('Changesets wait: run npm run version-packages and commit what it changes first.');

await install();
if (!snapshot) process.exit(await publish());

step(`The versions of the snapshot; npm install @scantix/NAME@${snapshot} will install it`);
let code = await runWithPnpm(['changeset', 'version', '--snapshot', snapshot]);
const versioned = changes() !== '';
if (code === 0 && versioned) code = await publish('--tag', snapshot, '--no-git-tag');
// The tree was clean: everything that is not ignored is of the snapshot.
git(root, 'restore', '--staged', '--worktree', '.');
git(root, 'clean', '--force', '--quiet', '--', 'packages');
if (!versioned) fail('No changeset, no snapshot: write one (pnpm changeset).');
process.exit(code);

async function publish(...options) {
  step('Building the packages');
  // A build from the cache leaves files of earlier builds where they are.
  for (const name of publishedPackages())
    rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });
  const build = ['turbo', 'run', 'build', '--filter=./packages/*', '--output-logs', 'errors-only'];
  const built = await runWithPnpm(build);
  if (built !== 0) return built;
  step(`Publishing to ${new URL(registry).host}`);
  return await runWithPnpm(['node', 'scripts/release/publish.mjs', ...options]);
}
