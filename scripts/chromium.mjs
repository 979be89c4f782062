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

/** The same engine without the parts that draw windows: end-to-end tests take a third less processor time. */
const HEADLESS_SHELL = ['/usr/bin/chromium-headless-shell'];

/**
 * Returns the path of a whole Chromium: `CHROMIUM_PATH` unless it names a headless shell, else one of the usual paths, else the
 * one of Debian's package.
 */
export function provideChromium() {
  const path = given();
  return (
    (path?.endsWith('headless-shell') ? undefined : path) ??
    provide('chromium', CANDIDATES) ??
    fail(
      'The browser tests need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  );
}

/** Returns the path of a Chromium for tests: `CHROMIUM_PATH`, else Debian's headless shell, else a whole Chromium. */
export function provideHeadlessChromium() {
  return given() ?? provide('chromium-headless-shell', HEADLESS_SHELL) ?? provideChromium();
}

function given() {
  const path = process.env.CHROMIUM_PATH;
  if (path && !existsSync(path)) fail(`CHROMIUM_PATH names ${path}, which does not exist.`);
  return path || undefined;
}

function provide(debianPackage, paths) {
  const found = () => paths.find((path) => existsSync(path) && works(path));
  return found() ?? (installDebianPackage(debianPackage) ? found() : undefined);
}

function works(path) {
  return spawnSync(path, ['--version']).status === 0;
}
