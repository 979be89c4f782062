import { expect, test } from './support/test.ts';

test('with the tokens at the server, events and error reports leave by the app’s own origin', async ({
  startBackend,
  telemetry,
  sharedBrowser,
}) => {
  const backend = await startBackend({
    connectSources: [],
    environment: {
      TELEMETRY_AXIOM_TOKEN: telemetry.axiom.AXIOM_TOKEN ?? '',
      TELEMETRY_AXIOM_URL: telemetry.axiom.AXIOM_URL ?? '',
      TELEMETRY_SENTRY_DSN: telemetry.sentry.SENTRY_DSN ?? '',
    },
  });
  const browser = await sharedBrowser();
  const context = await browser.newContext({ baseURL: backend.origin, serviceWorkers: 'block' });
  const called = new Set<string>();
  context.on('request', (request) => called.add(new URL(request.url()).origin));
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await page.evaluate(() => void Promise.reject(new Error('broken on purpose')));
  await expect
    .poll(() => telemetry.reports()[0])
    .toMatchObject({ exception: { values: [{ value: 'broken on purpose' }] } });
  expect([...called]).toEqual([backend.origin]);
  // A page that is left sends what it has.
  await page.goto('about:blank');
  await expect.poll(() => telemetry.events()).not.toEqual([]);
  await context.close();
});
