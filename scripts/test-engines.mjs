#!/usr/bin/env node
// pnpm test:engines [-- --project webkit|firefox]: builds the app and the API, and goes through a few journeys in the engines
// of Safari and of Firefox. On Debian, as root, installs the browsers if they are missing.
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian.mjs';
import { fail, install, run, runWithPnpm, step } from './workspace.mjs';

const NEEDED = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  'firefox-esr': '/usr/bin/firefox-esr',
};

await install();
for (const [name, program] of Object.entries(NEEDED)) {
  if (!existsSync(program) && !installDebianPackage(name))
    fail(`${program} is missing. Debian: apt-get install ${name}`);
}
step('Building the app and its API');
const built = await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only']);
if (built !== 0) process.exit(built);
step('Journeys');
process.exit(
  await run('playwright', [
    'test',
    '--config',
    'apps/scanner/e2e/engines/playwright.config.ts',
    ...process.argv.slice(2),
  ]),
);
