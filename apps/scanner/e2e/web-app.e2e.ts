import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { openScanner, signIn, typeCode } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { copyApp, setOffline, untilOfflineReady } from './support/service-worker.ts';
import { expect, type Fixtures, type OpenOptions, test } from './support/test.ts';
import { formatConfiguration } from './support/visit.ts';

const version = () => (window as { SCANTIX_CONFIG?: { APP_VERSION?: string } }).SCANTIX_CONFIG?.APP_VERSION;

// The browser reports each call without a network.
test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

test('after the first visit the network may go: a deep link opens, a scan is kept, and it arrives later', async ({
  backend,
  open,
}) => {
  const code = 'WEB-APP-OFFLINE';
  const { page, context } = await open({ signedIn: true });
  await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toBeEnabled();
  await untilOfflineReady(page);
  await setOffline(context, true);

  // This device has never opened the view.
  await page.goto('/scanner');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeVisible();
  await typeCode(page, code);
  await expect(page.getByText('Offline · 1 waiting')).toBeVisible();
  expect(await serverRecords(backend.origin, code)).toHaveLength(0);

  await setOffline(context, false);
  await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
  await expect(page.getByText(/\b1 (scan )?waiting/)).toHaveCount(0);

  // What is sent does not wait for the service worker to start: the browser routes it to the network by itself.
  const routes = (path: string) =>
    page.evaluate((end) => {
      const answered = performance.getEntriesByType('resource').map((entry) => entry.toJSON());
      return answered
        .filter((e) => e.name.endsWith(end) && e.responseStatus === 200)
        .map((e) => e.workerMatchedSourceType);
    }, path);
  expect(await routes('/scanner/scans')).toEqual(['network']);
  expect(await routes('/config.js')).toContain('');
});

test('the camera reads a ticket without a network, by a decoder that has never run on this device', async ({
  open,
}) => {
  const { page, context } = await open({
    signedIn: true,
    camera: [
      { empty: true, seconds: 1 },
      { text: 'HL-2026-0004', symbology: 'qr_code', seconds: 4 },
    ],
  });
  await expect(page.getByRole('combobox', { name: 'Checkpoint' })).toBeEnabled();
  await untilOfflineReady(page);
  await setOffline(context, true);
  await openScanner(page);
  await expect(page.getByText('Offline · 1 waiting')).toBeVisible();
});

test('what an operator changes in config.js is there at the next start; without a network the last one holds', async ({
  backend,
  open,
}) => {
  await backend.configure(formatConfiguration({ APP_VERSION: '7.0.1' }));
  const { page, context } = await open({ path: '/login' });
  await untilOfflineReady(page);
  expect(await page.evaluate(version)).toBe('7.0.1');

  await backend.configure(formatConfiguration({ APP_VERSION: '7.0.2' }));
  await page.reload();
  expect(await page.evaluate(version)).toBe('7.0.2');

  await backend.configure(formatConfiguration({ APP_VERSION: '7.0.3' }));
  await setOffline(context, true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(version)).toBe('7.0.2');
  await backend.configure(null);
});

test('a newer build is offered in a quiet row, never over the scanner, and Login takes it by itself', async ({
  expectedTroubles,
  folder,
  open,
  startBackend,
}) => {
  const { appDir, backend, build, close, page, release } = await openFirstBuild(
    { folder, open, startBackend },
    { signedIn: true },
  );
  const notice = page.getByText('A new version is ready.');
  await expect(build).toHaveAttribute('content', 'one');

  await release('two');
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(build).toHaveAttribute('content', 'one');
  await openScanner(page);
  await expect(notice).toHaveCount(0);
  await typeCode(page, 'HL-2026-0005');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(backend.origin);
  await expect(other.getByRole('link', { name: 'Scan', exact: true })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(build).toHaveAttribute('content', 'two');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(notice).toHaveCount(0);

  // The other tab is of the build before, whose decoder is gone.
  expectedTroubles.push(/status of 404 .*\/assets\/worker-/);
  const assets = join(appDir, 'assets');
  const decoder = (await readdir(assets)).find((name) => /^worker-.*\.js$/.test(name)) ?? '';
  await rename(join(assets, decoder), join(folder, decoder));
  await other.evaluate(deleteFromCaches, decoder);
  const browser = await other.context().newCDPSession(other);
  await browser.send('Network.clearBrowserCache');
  await other.getByRole('link', { name: 'Scan', exact: true }).click();
  await expect(other.getByRole('heading', { name: "Scanning couldn't start" })).toBeVisible();
  await expect(other.locator('meta[name="build"]')).toHaveAttribute('content', 'one');
  await rename(join(folder, decoder), join(assets, decoder));
  await other.getByRole('button', { name: 'Try again' }).click();
  await expect(other.locator('meta[name="build"]')).toHaveAttribute('content', 'two');
  await other.close();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await release('three');
  await page.reload();
  await expect(build).toHaveAttribute('content', 'three');
  await signIn(page);
  await close();
});

test('a view that is gone while a newer build waits brings that build, and not the same page again', async ({
  expectedTroubles,
  folder,
  open,
  startBackend,
}) => {
  expectedTroubles.push(/(?:404|Failed to fetch dynamically imported module).*\/assets\/reports-view-/);
  const { appDir, build, close, context, page, release } = await openFirstBuild(
    { folder, open, startBackend },
    { signedIn: true },
  );
  await release('two');
  await page.reload();
  await expect(page.getByText('A new version is ready.')).toBeVisible();

  const assets = await readdir(join(appDir, 'assets'));
  await page.evaluate(deleteFromCaches, assets.find((name) => /^reports-view-.*\.js$/.test(name)) ?? '');
  await context.route('**/reports-view-*.js', async (route) => {
    const isGone = (await build.getAttribute('content')) === 'one';
    return isGone ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(build).toHaveAttribute('content', 'two');
  await expect(page.getByRole('group', { name: 'Period' })).toBeVisible();
  await close();
});

test('a worker that gets the page of the build before is not installed, and is once the page is its own', async ({
  folder,
  open,
  startBackend,
}) => {
  const { build, close, page, release } = await openFirstBuild({ folder, open, startBackend }, { path: '/login' });
  await release('two', { page: 'one' });
  await expect.poll(() => page.evaluate(update)).toBe('redundant');
  await page.reload();
  await expect(build).toHaveAttribute('content', 'one');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();

  await release('two');
  await page.reload();
  await expect(build).toHaveAttribute('content', 'two');
  await close();
});

/** Opens a build that a backend of its own serves, until it works without a network; `release` makes newer ones. */
async function openFirstBuild(
  { folder, open, startBackend }: Pick<Fixtures, 'folder' | 'open' | 'startBackend'>,
  options: OpenOptions,
) {
  // A separate backend and several builds take longer.
  const { appDir, release } = await copyApp(folder);
  await release('one');
  const backend = await startBackend({ database: 'embedded', connectSources: [], appDir });
  const browser = await open({ backend, ...options });
  await untilOfflineReady(browser.page);
  return { ...browser, appDir, backend, build: browser.page.locator('meta[name="build"]'), release };
}

/** Runs in the page: the files of a build that was replaced are gone. */
async function deleteFromCaches(name: string): Promise<void> {
  for (const key of await caches.keys()) {
    const cache = await caches.open(key);
    for (const request of await cache.keys()) if (request.url.includes(name)) await cache.delete(request);
  }
}

/** Runs in the page: looks for a newer worker. @returns the state in which its installation ends */
async function update(): Promise<string> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  const worker = registration?.installing ?? registration?.waiting;
  if (!worker) return 'none';
  if (worker.state === 'installing') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker.state;
}
