// Finds the browser of the tests; on Debian as root it installs what is missing.
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

/** The path of a Chromium: `CHROMIUM_PATH`, else a well-known place, else Debian's package. */
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
