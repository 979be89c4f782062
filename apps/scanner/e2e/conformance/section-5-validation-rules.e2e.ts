import { DEMO_CLERK } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval, readStorage } from '../support/visit.ts';
import { DEVICES } from './devices.ts';

test("[5.1] If no configuration object exists, start-up fails with 'Configuration not found'", async ({ visit }) => {
  const { page } = await visit({ config: '// nothing here' });
  await expect(page).toHaveTitle('Configuration Error');
  await expect(page.getByText('Configuration not found', { exact: true })).toBeVisible();
});

test("[5.2] The API base URL must be present, otherwise 'API_BASE_URL is required in configuration'", async ({
  visit,
}) => {
  const { page } = await visit({ config: { API_BASE_URL: undefined } });
  await expect(page).toHaveTitle('Configuration Error');
  await expect(page.getByText('API_BASE_URL is required in configuration', { exact: true })).toBeVisible();
});

for (const { title, status, success } of [
  { title: 'the response is ok', status: 500, success: true },
  { title: 'reports success', status: 200, success: false },
]) {
  test(`[5.4] Login succeeds only when ${title}`, async ({ expectedTroubles, visit }) => {
    expectedTroubles.push(/\[scantix\] login-failed /);
    if (status >= 400) expectedTroubles.push(/status of 500 .*\/v0\/auth\/login/);
    const { page, context } = await visit();
    await context.route('**/v0/auth/login', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, status, json: { ...(await response.json()), success } });
    });
    await page.getByLabel('Username').fill(DEMO_CLERK.username);
    await page.getByLabel('Password').fill(DEMO_CLERK.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    expect(await readStorage(page)).not.toHaveProperty('authToken');
  });
}

test('[5.5] Routes need auth unless marked otherwise', async ({ visit }) => {
  const { page } = await visit({ path: '/login' });
  for (const path of ['/', '/scanner', '/scan-result/A', '/scan-result/A/exit', '/results', '/reports', '/settings']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
  await page.goto('/marked/otherwise');
  await expect(page).toHaveTitle('Page Not Found');
});

for (const [status, success] of [
  [200, true],
  [299, true],
  [300, false],
  [404, false],
  [503, false],
] as const) {
  test(`[5.6] A call counts as successful when its HTTP status is 200 to 299: ${status}`, async ({
    expectedTroubles,
    telemetry,
    visit,
  }) => {
    if (status >= 400) expectedTroubles.push(new RegExp(`status of ${status} .*/tickets/v0/lookup`));
    // The browser itself does not report it.
    if (status === 300) expectedTroubles.push(/\[scantix\] api_call .*"status":300,/);
    const { page, context } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
    await expect(page.getByText('Last scans')).toBeVisible();
    await context.route('**/tickets/v0/lookup*', (route) => route.fulfill({ status, body: '{}' }));
    await follow(page, '/scan-result/NO-TICKET');
    await expect
      .poll(async () => {
        await passFlushInterval(page);
        const calls = telemetry.events('api_call').map(({ properties }) => properties);
        return calls.find((call) => call?.endpoint === '/tickets/v0/lookup');
      })
      .toMatchObject({ status, success });
  });
}

for (const { name, userAgent, info } of DEVICES.filter(({ info: { deviceOS } }) => deviceOS === 'Android')) {
  test(`[5.8][5.9] A tablet is recognised from user-agent markers for Android without the word mobile, or from certain named tablet models: ${name}`, async ({
    visit,
  }) => {
    const { page } = await visit({ userAgent, signedIn: true, path: '/settings' });
    await expect(page.getByText(info.deviceString)).toBeVisible();
  });
}
