// Signs in on the consumer's page in a browser; the built API serves it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { provideChromium } from '../chromium.mjs';
import { freePort } from '../free-port.mjs';
import { root, workspaceEnvironment } from '../workspace.mjs';

/** Starts the API with demo data; it serves the pages in `appDir` and stores its data in `dataDir`. */
export async function startApi({ appDir, dataDir }) {
  const port = await freePort();
  const server = spawn('node', [join(root, 'apps', 'api', 'dist', 'main.js'), '--demo'], {
    env: workspaceEnvironment({ PORT: String(port), APP_DIR: appDir, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (!(await answers(`${origin}/readyz`))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`The API did not start:\n${log}`);
    await wait(100);
  }
  return {
    origin,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Signs in, reloads, expects the session and signs out; throws if the page reports an error. */
export async function signInAndOut(origin) {
  const browser = await chromium.launch({ executablePath: provideChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const complaints = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));

    await page.goto(origin);
    await page.getByLabel('Username').fill('m.okafor');
    await page.getByLabel('Password').fill('scantix-demo');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Signed in as m.okafor').waitFor();
    const stored = await page.evaluate(() => ({ ...localStorage }));
    assert.ok(stored.authToken && stored.refreshToken, 'no session in local storage');
    assert.match(stored.deviceId, /^[^.]+\.[^.]+$/, 'no device identifier');

    await page.reload();
    await page.getByText('Signed in as m.okafor').waitFor();
    assert.match(await page.getByTestId('configuration').textContent(), /^200$/, 'a call with the session');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByLabel('Username').waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('authToken')), null);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
}
