import type { Page } from '@playwright/test';
import { signIn } from '../support/clerk.ts';
import { fillStorage, loseScript, routeScript } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval } from '../support/visit.ts';

test("[8.10] Token storage failure: 'Failed to store authentication tokens'", async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/\[scantix\] session-storage-failed /);
  const { page } = await visit({ ownContext: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  // There is room for the user, but not for the tokens.
  await fillStorage(page, { free: 330 });
  await signIn(page);
  await expect(page.getByText('Failed to store authentication tokens')).toBeVisible();
});

test("[8.11] User data storage failure: 'Failed to store user data'", async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/\[scantix\] session-storage-failed /);
  const { page } = await visit({ ownContext: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await fillStorage(page, { free: 10 });
  await signIn(page);
  await expect(page.getByText('Failed to store user data')).toBeVisible();
});

test('[8.12] Start-up failure shows the Configuration Error page', async ({ visit }) => {
  const { page } = await visit({ config: { API_BASE_URL: 'ftp://gate.example' } });
  await expect(page).toHaveTitle('Configuration Error');
  await expect(page.getByText('API_BASE_URL must be an http or https URL')).toBeVisible();
});

test.describe('Logged only (no user-facing text):', () => {
  /** The log history of debug mode shows an event that no other place in the app shows. */
  async function expectLogged(page: Page, text: string) {
    await expect(page.getByText(text)).toHaveCount(0);
    await signIn(page);
    await follow(page, '/settings');
    const history = page.getByRole('region', { name: 'Log history' });
    await history.getByRole('button', { name: /Show all/ }).click();
    await expect(history.getByRole('row').filter({ hasText: text })).toContainText('error');
    await expect(page.getByText(text)).toHaveCount(1);
  }

  const DEBUG_MODE = { FEATURE_FLAGS: { ENABLE_DEBUG_MODE: true } };

  test("[8.13] 'Failed to generate fingerprint' (fallback identifier used)", async ({ expectedTroubles, visit }) => {
    expectedTroubles.push(
      /^console\.error: \[scantix\] Failed to generate fingerprint/,
      /net::ERR_FAILED .*\/assets\/device-traits-/,
    );
    const { page, troubles } = await visit({
      config: DEBUG_MODE,
      storage: { deviceId: null, deviceVersion: null },
      prepare: ({ context }) => loseScript(context, 'device-traits'),
    });
    await expect.poll(() => troubles.join()).toContain('Failed to generate fingerprint');
    await expectLogged(page, 'Failed to generate fingerprint');
  });

  test("[8.14] 'Failed to initialize Axiom'", async ({ expectedTroubles, telemetry, visit }) => {
    expectedTroubles.push(
      /^console\.error: \[scantix\] Failed to (?:initialize Axiom|flush events)/,
      /net::ERR_FAILED .*\/assets\/axiom-client-/,
    );
    const { page, troubles } = await visit({
      config: { ...telemetry.axiom, ...DEBUG_MODE },
      clock: true,
      prepare: ({ context }) => loseScript(context, 'axiom-client'),
    });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    await passFlushInterval(page);
    // The failed flush names it as its cause: that line does not count.
    await expect.poll(() => troubles.join('\n')).toMatch(/^console\.error: \[scantix\] Failed to initialize Axiom/m);
    await expectLogged(page, 'Failed to initialize Axiom');
  });

  test("[8.15] 'Failed to flush events'", async ({ expectedTroubles, telemetry, visit }) => {
    expectedTroubles.push(/^console\.error: \[scantix\] Failed to flush events/, /status of 401 .*\/ingest/);
    telemetry.answer({ status: 401 });
    const { page, troubles } = await visit({ config: { ...telemetry.axiom, ...DEBUG_MODE }, clock: true });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    await passFlushInterval(page);
    await expect.poll(() => troubles.join()).toContain('Failed to flush events');
    await expectLogged(page, 'Failed to flush events');
  });
});

test.describe('The error reporter', () => {
  /** Raises uncaught errors. */
  const raise = (messages: readonly string[]) => {
    for (const message of messages) void Promise.reject(new Error(message));
  };

  /** Raises failures that are not the app's. */
  const raiseOthersErrors = () => {
    // As browsers report them: the message is that of any failed request, and only the frames name the extension.
    for (const [message, stack] of [
      ['Failed to fetch', 'TypeError: Failed to fetch\n    at chrome-extension://abcdefgh/content.js:1:7'],
      ['NetworkError when attempting to fetch resource.', 'load@moz-extension://abcdefgh/content.js:1:7'],
      ['Load failed', 'load@safari-web-extension://abcdefgh/content.js:1:7'],
    ]) {
      void Promise.reject(Object.assign(new TypeError(message), { stack }));
    }
    const looped = new Promise<string>((resolve) => {
      addEventListener('error', ({ message }) => resolve(message), { once: true });
    });
    const box = document.body.appendChild(document.createElement('div'));
    // Its callback changes the size that it observes.
    new ResizeObserver(() => {
      box.style.width = `${box.offsetWidth / 2}px`;
    }).observe(box);
    return looped;
  };

  test('[8.16][8.17] ignores browser-extension network failures and resize-observer loop errors', async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(
      /^uncaught: TypeError: (?:Failed to fetch|NetworkError when|Load failed)/,
      /^uncaught: Error: the (?:other )?one that counts$/,
    );
    const { promise: held, resolve: loadSentry } = Promise.withResolvers<void>();
    const { page } = await visit({
      config: telemetry.sentry,
      prepare: ({ context }) =>
        routeScript(context, 'sentry-client', async (route) => {
          await held;
          await route.continue();
        }),
    });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    // Before Sentry has loaded, and after.
    expect(await page.evaluate(raiseOthersErrors)).toMatch(/^ResizeObserver loop/);
    await page.evaluate(raise, ['the one that counts']);
    loadSentry();
    await expect.poll(() => telemetry.reports().length).toBe(1);
    expect(await page.evaluate(raiseOthersErrors)).toMatch(/^ResizeObserver loop/);
    await page.evaluate(raise, ['the other one that counts']);
    await expect.poll(() => telemetry.reports().length).toBe(2);
    expect(JSON.stringify(telemetry.reports()[0])).toContain('the one that counts');
    expect(JSON.stringify(telemetry.reports()[1])).toContain('the other one that counts');
    const exceptions = telemetry.reports().map(({ exception, message }) => ({ exception, message }));
    expect(JSON.stringify(exceptions)).not.toMatch(/ResizeObserver|Failed to fetch|NetworkError|Load failed/);
  });

  test('[8.18] masks token, password, key and secret query values and the auth and cookie headers', async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/^uncaught: Error: .*PLANTED-\d/);
    const { page } = await visit({
      config: telemetry.sentry,
      path: '/login?token=PLANTED-1&password=PLANTED-2&key=PLANTED-3&secret=PLANTED-4&gate=harbour',
    });
    await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
    await page.evaluate(raise, [
      'GET /x?token=PLANTED-5&password=PLANTED-6&api_key=PLANTED-7&client_secret=PLANTED-8&page=2 failed',
      'Authorization: Digest PLANTED-9',
      'Cookie: session=PLANTED-10; other=PLANTED-11',
    ]);
    await expect.poll(() => telemetry.reports().length).toBe(3);
    const sent = telemetry.envelopes().join('\n');
    expect(sent).not.toContain('PLANTED');
    expect(sent).toContain('[Filtered]');
    expect(sent).toContain('page=2');
  });
});
