#!/usr/bin/env node
// pnpm verdicts: builds the app and prints a table of every verdict surface: text on its fill, and the angle under which
// the capitals of its word are seen at 60 cm and at 3 m (at 160 CSS pixels an inch).
import { provideChromium } from './chromium.mjs';
import { install, run, runWithPnpm } from './workspace.mjs';

await install();
const built = await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only']);
if (built !== 0) process.exit(built);

const config = 'apps/scanner/e2e/screens/verdicts.config.ts';
const args = ['test', '--config', config, '--reporter=dot'];
process.exit(await run('playwright', args, { env: { CHROMIUM_PATH: provideChromium() } }));
