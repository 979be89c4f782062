import { signIn } from '../support/clerk.ts';
import { answerLogin, fillStorage, trySignIn } from '../support/faults.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import { passFlushInterval } from '../support/visit.ts';

test.describe('Login messages are chosen by case-insensitive substring of the error:', () => {
  const ROWS = [
    {
      row: '[8.1][8.2] unauthorized, invalid credentials, authentication failed',
      parts: ['unauthorized', 'invalid credentials', 'authentication failed'],
      message: 'Invalid username or password. Please try again.',
    },
    { row: '[8.1][8.3] network, fetch', parts: ['network', 'fetch'], message: 'Network error. Please try again.' },
    { row: '[8.1][8.4] timeout', parts: ['timeout'], message: 'The request timed out. Please try again.' },
    {
      row: '[8.1][8.5] server error, 500',
      parts: ['server error', '500'],
      message: 'Server error. Please try again later or contact support.',
    },
  ] as const;

  for (const { row, parts, message } of ROWS) {
    test(`${row} | ${message}`, async ({ visit }) => {
      const { page, context } = await visit();
      for (const part of parts) {
        for (const text of [part, `Some ${part.toUpperCase()} happened`]) {
          await answerLogin(context, 200, { success: false, message: text });
          await trySignIn(page);
          await expect(page.getByRole('alert')).toHaveText(message);
          // The next message may be the same: wait until this one is gone.
          await page.reload();
        }
      }
    });
  }

  for (const { title, status, text, message } of [
    {
      title: '[8.6] otherwise | the server message',
      status: 200,
      text: 'The gate is closed today',
      message: 'The gate is closed today',
    },
    { title: "[8.7] otherwise | 'Login failed'", status: 400, text: '', message: 'Login failed' },
    { title: "[8.8] otherwise | 'Authentication failed'", status: 200, text: '', message: 'Authentication failed' },
  ]) {
    test(title, async ({ expectedTroubles, visit }) => {
      expectedTroubles.push(/status of 400/);
      const { page, context } = await visit();
      await answerLogin(context, status, { success: false, message: text });
      await trySignIn(page);
      await expect(page.getByRole('alert')).toHaveText(message);
    });
  }

  test("[8.9] otherwise | 'An unknown error occurred'", async ({ visit }) => {
    const { page } = await visit({
      prepare: ({ page: opening }) =>
        opening.addInitScript(() => {
          Object.defineProperty(navigator, 'language', {
            get() {
              throw new Error('nobody expected this');
            },
          });
        }),
    });
    await trySignIn(page);
    await expect(page.getByRole('alert')).toHaveText('An unknown error occurred');
  });
});

test.describe('and the same of the real server and the real network:', () => {
  test('[8.2] a wrong password | Invalid username or password. Please try again.', async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/status of 401/);
    const { page } = await visit();
    await trySignIn(page, { username: 'm.okafor', password: 'wrong', name: '' });
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
  });

  test('[8.3] no network | Network error. Please try again.', async ({ expectedTroubles, visit }) => {
    expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
    const { page, context } = await visit();
    await expect(page.getByLabel('Username')).toBeVisible();
    await context.setOffline(true);
    await trySignIn(page);
    await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
  });

  test('[8.4] no answer | The request timed out. Please try again.', async ({ visit }) => {
    const { page, context } = await visit({ clock: true });
    await expect(page.getByLabel('Username')).toBeVisible();
    const sent = page.waitForRequest('**/v0/auth/login');
    await context.route('**/v0/auth/login', () => new Promise<void>(() => {}));
    await trySignIn(page);
    await sent;
    await page.clock.fastForward(15_000);
    await expect(page.getByRole('alert')).toHaveText('The request timed out. Please try again.');
  });

  test('[8.5] a gateway without its server | Server error. Please try again later or contact support.', async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/status of 502/);
    const { page, context } = await visit();
    await answerLogin(context, 502, '<h1>Bad gateway</h1>');
    await trySignIn(page);
    await expect(page.getByRole('alert')).toHaveText('Server error. Please try again later or contact support.');
  });

  test('[8.6] too many attempts | the server message', async ({ backend, expectedTroubles, visit }) => {
    expectedTroubles.push(/status of 4(?:01|29)/);
    const { page } = await visit();
    const username = 'somebody.who.guesses';
    await page.evaluate(
      async ([origin, clerk, device_id]) => {
        const device_info = {
          deviceType: 'Mac',
          deviceOS: 'macOS',
          deviceBrowser: 'Safari',
          deviceString: 'Mac (Safari)',
          deviceCategory: 'desktop',
          language: 'en',
          screenResolution: '1x1',
        };
        const body = JSON.stringify({ clerk, password: 'guess', remember_me: false, device_id, device_info });
        const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
        await Promise.all(Array.from({ length: 10 }, () => fetch(`${origin}/v0/auth/login`, init)));
      },
      [backend.origin, username, KNOWN_DEVICE.deviceId] as const,
    );
    // Some of more than ten simultaneous calls may be refused; these use up the rest of the account's limit.
    await expect(async () => {
      await trySignIn(page, { username, password: 'guess', name: '' });
      await expect(page.getByRole('alert')).toContainText('Too many sign-in attempts. Please wait and try again.', {
        timeout: 1000,
      });
    }).toPass();
  });
});

test("[8.10] Token storage failure: 'Failed to store authentication tokens'", async ({ visit }) => {
  const { page } = await visit();
  await expect(page.getByLabel('Username')).toBeVisible();
  // There is room for the user, but not for the tokens.
  await fillStorage(page, { free: 330 });
  await signIn(page);
  await expect(page.getByText('Failed to store authentication tokens')).toBeVisible();
});

test("[8.11] User data storage failure: 'Failed to store user data'", async ({ visit }) => {
  const { page } = await visit();
  await expect(page.getByLabel('Username')).toBeVisible();
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
  test("[8.13] 'Failed to generate fingerprint' (fallback identifier used)", async ({ expectedTroubles, visit }) => {
    expectedTroubles.push(/^console\.error: Failed to generate fingerprint/, /net::ERR_FAILED/);
    const { page, troubles } = await visit({
      storage: { deviceId: null, deviceVersion: null },
      prepare: ({ context }) => context.route('**/assets/fp.esm-*.js', (route) => route.abort()),
    });
    await expect.poll(() => troubles.join()).toContain('Failed to generate fingerprint');
    await expect(page.getByText(/fingerprint/i)).toHaveCount(0);
    await signIn(page);
  });

  test("[8.14] 'Failed to initialize Axiom'", async ({ expectedTroubles, telemetry, visit }) => {
    expectedTroubles.push(/^console\.error: Failed to initialize Axiom/, /Failed to flush events/, /net::ERR_FAILED/);
    const { page, troubles } = await visit({
      config: telemetry.axiom,
      clock: true,
      prepare: ({ context }) => context.route('**/assets/axiom-client-*.js', (route) => route.abort()),
    });
    await expect(page.getByLabel('Username')).toBeVisible();
    await passFlushInterval(page);
    await expect.poll(() => troubles.join()).toContain('Failed to initialize Axiom');
    await expect(page.getByText(/Axiom/)).toHaveCount(0);
  });

  test("[8.15] 'Failed to flush events'", async ({ expectedTroubles, telemetry, visit }) => {
    expectedTroubles.push(/^console\.error: Failed to flush events/, /status of 401/);
    telemetry.answer({ status: 401 });
    const { page, troubles } = await visit({ config: telemetry.axiom, clock: true });
    await expect(page.getByLabel('Username')).toBeVisible();
    await passFlushInterval(page);
    await expect.poll(() => troubles.join()).toContain('Failed to flush events');
    await expect(page.getByText(/flush/)).toHaveCount(0);
  });
});

test.describe('The error reporter', () => {
  /** Raises uncaught errors. */
  const raise = (messages: readonly string[]) => {
    for (const message of messages) void Promise.reject(new Error(message));
  };

  test('[8.16][8.17] ignores browser-extension network failures and resize-observer loop errors', async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/^uncaught: /);
    const { page } = await visit({ config: telemetry.sentry });
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.evaluate(raise, [
      'Failed to fetch chrome-extension://abcdefgh/content.js',
      'NetworkError at moz-extension://abcdefgh/content.js',
      'ResizeObserver loop limit exceeded',
      'ResizeObserver loop completed with undelivered notifications.',
      'the one that counts',
    ]);
    await expect.poll(() => telemetry.reports().length).toBe(1);
    expect(JSON.stringify(telemetry.reports())).toContain('the one that counts');
    expect(telemetry.envelopes().join()).not.toMatch(/-extension:|ResizeObserver loop/);
  });

  test('[8.18] masks token, password, key and secret query values and the auth and cookie headers', async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    expectedTroubles.push(/^uncaught: /);
    const { page } = await visit({
      config: telemetry.sentry,
      path: '/login?token=PLANTED-1&password=PLANTED-2&key=PLANTED-3&secret=PLANTED-4&gate=harbour',
    });
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.evaluate(raise, [
      'GET /x?token=PLANTED-5&password=PLANTED-6&api_key=PLANTED-7&client_secret=PLANTED-8&page=2 failed',
      'Authorization: Bearer PLANTED-9',
      'Cookie: session=PLANTED-10; other=PLANTED-11',
    ]);
    await expect.poll(() => telemetry.reports().length).toBe(3);
    const sent = telemetry.envelopes().join('\n');
    expect(sent).not.toContain('PLANTED');
    expect(sent).toContain('[Filtered]');
    expect(sent).toContain('page=2');
  });
});
