#!/usr/bin/env node
// pnpm screens [WORDS]: builds the app and takes the pictures of docs/screens.md; with words, only those of the states
// whose view and name contain them.
import { provideChromium } from './chromium.mjs';
import { install, run, runWithPnpm } from './workspace.mjs';

await install();
const built = await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only']);
if (built !== 0) process.exit(built);

const words = process.argv.slice(2).join(' ');
const config = 'apps/scanner/e2e/screens/playwright.config.ts';
const args = ['test', '--config', config, '--reporter=list', ...(words ? ['--grep', words] : [])];
process.exit(await run('playwright', args, { env: { CHROMIUM_PATH: provideChromium() } }));
