import type { BrowserContext } from '@playwright/test';
import { DEMO_CLERK, signIn } from '../support/clerk.ts';
import { loseScript, trySignIn } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { follow, logPageViews, passFlushInterval, readStorage } from '../support/visit.ts';

const DEBUG_MODE = { FEATURE_FLAGS: { ENABLE_DEBUG_MODE: true } };

test('[9.21] Analytics: flush interval 5000 ms', async ({ telemetry, visit }) => {
  const loads: string[] = [];
  const { page, context } = await visit({
    config: telemetry.axiom,
    clock: true,
    // From here on the page's time passes only when the test lets it.
    prepare: ({ page: opening }) => opening.clock.pauseAt(Date.now() + 60_000),
  });
  context.on('request', (request) => loads.push(request.url()));
  const isFlushing = () => loads.some((url) => url.includes('/assets/axiom-client-'));
  await expect(page).toHaveTitle('Sign In');
  await page.clock.runFor(4999);
  expect(isFlushing()).toBe(false);
  // The first flush loads the client within half a second.
  await page.clock.runFor(501);
  await expect.poll(isFlushing).toBe(true);
  await telemetry.event('app_initialized');
  // The leap of the clock may have ended a read of the storage, whose warning is sent at once in a batch of its own.
  expect(telemetry.batches().filter(({ body }) => body.includes('app_initialized'))).toHaveLength(1);
});

test('[9.22] buffer limit 50 events', async ({ telemetry, visit }) => {
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await telemetry.event('page_view');
  // The leap of the clock may end reads of the storage, whose warnings are sent at once in batches of their own.
  const batches = () => telemetry.batches().filter(({ body }) => body.includes('page_view'));
  const before = batches().length;
  // Before the next flush, and before the 20 s after which a delivery whose answer is on its way times out.
  await page.clock.pauseAt(Date.now() + 8_000);
  await logPageViews(page, 49);
  expect(batches()).toHaveLength(before);
  await logPageViews(page, 1);
  await expect.poll(() => batches().length).toBe(before + 1);
  expect(batches().at(-1)?.body.split('\n')).toHaveLength(50);
});

/** What the product writes to the console of the pages of a context: type and text. */
function productLines(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('console', (message) => {
    if (message.text().startsWith('[scantix] ')) lines.push(`${message.type()}: ${message.text()}`);
  });
  return lines;
}

for (const enabled of [true, false]) {
  test(`[9.26] warn and error always emitted, to the console too; with the logger ${enabled ? 'on' : 'off'}`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(
      /status of 401/,
      /net::ERR_FAILED/,
      /\[scantix\] (?:login-failed|Failed to generate fingerprint)/,
    );
    let lines: string[] = [];
    const { page } = await visit({
      config: { ...telemetry.axiom, AXIOM_ENABLED: enabled },
      clock: true,
      storage: { deviceId: null, deviceVersion: null },
      async prepare({ context }) {
        lines = productLines(context);
        await loseScript(context, 'device-traits');
      },
    });
    await trySignIn(page, { username: 'nobody.here', password: 'wrong', name: '' });
    await expect(page.getByRole('alert')).toBeVisible();
    await expect
      .poll(() => lines)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^warning: \[scantix\] login-failed \{/),
          expect.stringMatching(/^error: \[scantix\] Failed to generate fingerprint \{/),
        ]),
      );
    expect(lines.filter((line) => !/^(?:warning|error): /.test(line))).toEqual([]);
    await passFlushInterval(page);
    if (!enabled) return;
    expect(await telemetry.event('login-failed')).toMatchObject({ level: 'warn' });
    expect(await telemetry.event('Failed to generate fingerprint')).toMatchObject({ level: 'error' });
  });
}

test('[9.25][9.10] debug and info reach the console with debug mode only', async ({ visit }) => {
  let lines: string[] = [];
  await visit({
    signedIn: true,
    path: '/settings',
    config: DEBUG_MODE,
    prepare: async ({ context }) => {
      lines = productLines(context);
    },
  });
  await expect
    .poll(() => lines)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^debug: \[scantix\] session_changed \{/),
        expect.stringMatching(/^info: \[scantix\] page_view \{/),
      ]),
    );
});

test('[9.10][9.25] debug logs only with debug mode on; ENABLE_DEBUG_MODE shows the log history in settings', async ({
  telemetry,
  visit,
}) => {
  const without = await visit({ signedIn: true, path: '/settings', config: telemetry.axiom, clock: true });
  await expect(without.page.getByRole('region', { name: 'This device' })).toBeVisible();
  await expect(without.page.getByRole('region', { name: 'Log history' })).toHaveCount(0);
  await passFlushInterval(without.page);
  await telemetry.event('page_view');
  expect(telemetry.events().filter(({ level }) => level === 'debug')).toEqual([]);
  await without.page.close();

  const config = { ...telemetry.axiom, ...DEBUG_MODE };
  const { page } = await visit({ signedIn: true, path: '/settings', config, clock: true });
  const history = page.getByRole('region', { name: 'Log history' });
  // Ten events are shown at first. On a slow machine more have happened by now.
  await page.addLocatorHandler(history.getByRole('button', { name: /^Show all/ }), (button) => button.click());
  const row = history.getByRole('row').filter({ hasText: 'session_changed' });
  await expect(row).toHaveText(/^\d\d:\d\d:\d\ddebugsession_changed$/);
  await passFlushInterval(page);
  expect(await telemetry.event('session_changed')).toMatchObject({
    level: 'debug',
    properties: { status: 'signed-in' },
  });
});

test('[9.24] in-memory log history last 100 entries', async ({ visit }) => {
  const { page, context } = await visit({ config: DEBUG_MODE });
  await context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write']);
  // The form stands in the page before the app has started.
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await logPageViews(page, 110);
  await signIn(page);
  await follow(page, '/settings');
  const history = page.getByRole('region', { name: 'Log history' });
  await history.getByRole('button', { name: 'Show all 100' }).click();
  await expect(history.getByRole('row')).toHaveCount(1 + 100);
  await expect(history).not.toContainText('app_initialized');
  const times = await history.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(times).toEqual(times.toSorted().reverse());

  await history.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').map((line) => typeof JSON.parse(line).event)).toEqual(Array(100).fill('string'));
  const { authToken, refreshToken } = await readStorage(page);
  for (const secret of [authToken, refreshToken, DEMO_CLERK.password]) expect(copied).not.toContain(secret);
});
