#!/usr/bin/env node
// pnpm docs:build: the site of the packages' documentation in docs/site/dist, with the playground; its links are checked.
import { join } from 'node:path';
import { fail, install, root, run, runWithPnpm, step } from './workspace.mjs';

const site = join(root, 'docs/site');
const playground = 'packages/ui-shell/playground';

await install();
step('Installing the tools of the site');
if (
  await runWithPnpm(['pnpm', 'install', '--ignore-workspace', '--frozen-lockfile', '--prefer-offline'], { cwd: site })
)
  fail('The tools of the site could not be installed.');
step('Pages of the packages');
if (await run('node', ['build.mjs'], { cwd: site })) fail('The pages have errors; see the lines above.');
step('Playground');
const target = ['--base', './', '--outDir', join(site, 'dist/playground'), '--emptyOutDir', '--logLevel', 'error'];
if (await run('vite', ['build', playground, '--config', `${playground}/vite.config.ts`, ...target]))
  fail('The playground could not be built.');
step('Links');
if (await run('node', ['check-links.mjs'], { cwd: site })) fail('The site has broken links.');
