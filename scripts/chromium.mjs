// Finds the browser for the tests; on Debian, as root, installs it if it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian.mjs';
import { fail } from './workspace.mjs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of a Chromium: `CHROMIUM_PATH`, else one of the usual paths, else the one of Debian's package. */
export function provideChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : fail(`CHROMIUM_PATH names ${given}, which does not exist.`);
  const found = () => CANDIDATES.find((path) => existsSync(path) && works(path));
  return (
    found() ??
    (installDebianPackage('chromium') ? found() : undefined) ??
    fail(
      'The browser tests need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  );
}

function works(path) {
  return spawnSync(path, ['--version']).status === 0;
}
