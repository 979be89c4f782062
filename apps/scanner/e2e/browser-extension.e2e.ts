import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM, watchForTroubles } from './support/browser.ts';
import { expect, test } from './support/test.ts';
import { formatConfiguration } from './support/visit.ts';

/** Requests that fail: at once, and when the page asks for it. Nobody handles the rejection. */
const SCRIPT = `
const failToFetch = () => void fetch('https://elsewhere.invalid/');
failToFetch();
addEventListener('fail-to-fetch', failToFetch);
`;

const MANIFEST = {
  manifest_version: 3,
  name: 'An extension whose requests fail',
  version: '1.0',
  content_scripts: [
    { matches: ['http://127.0.0.1/*'], js: ['content.js'], run_at: 'document_idle', world: 'MAIN' as const },
  ],
  // Its worker tells the test that the extension is there: a page that loads before gets no content script.
  background: { service_worker: 'background.js' },
};

/** A whole Chromium: the headless shell, in which the other tests run, has no extensions. */
const executablePath = process.env.WHOLE_CHROMIUM_PATH ?? CHROMIUM.executablePath.replace(/-headless-shell$/, '');

async function writeExtension(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'content.js'), SCRIPT);
  await writeFile(join(folder, 'background.js'), '');
  return folder;
}

test('[8.16] The error reporter ignores network failures of a real browser extension, and not the same failure of the app', async ({
  backend,
  folder,
  telemetry,
}) => {
  await backend.configure(formatConfiguration(telemetry.sentry));
  const extension = await writeExtension(join(folder, 'extension'));
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...CHROMIUM.args, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    serviceWorkers: 'block',
  });
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker');
  const troubles = watchForTroubles(context);
  const uncaught = () => troubles.filter((trouble) => trouble === 'uncaught: TypeError: Failed to fetch').length;
  const page = context.pages()[0] ?? (await context.newPage());
  const sentryLoaded = page.waitForEvent('requestfinished', (request) => /\/sentry-client-/.test(request.url()));
  await page.goto(backend.origin);
  await sentryLoaded;
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await expect.poll(uncaught).toBe(1);

  await page.evaluate(() => dispatchEvent(new Event('fail-to-fetch')));
  await expect.poll(uncaught).toBe(2);
  await page.evaluate(() => void fetch('https://elsewhere.invalid/'));
  await expect.poll(uncaught).toBe(3);
  await expect.poll(() => telemetry.reports().length).toBe(1);
  const sent = telemetry.envelopes().join('\n');
  expect(sent).toContain('Failed to fetch');
  expect(sent).not.toMatch(/extension:/);
  await context.close();
  await backend.configure(null);
});
