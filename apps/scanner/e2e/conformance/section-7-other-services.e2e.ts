import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval, readStorage } from '../support/visit.ts';

test('[7.10] Analytics: batches of events are sent to a log-ingestion service for a named dataset, with an API token held in the client', async ({
  telemetry,
  visit,
}) => {
  const { page } = await visit({ config: { ...telemetry.axiom, AXIOM_DATASET: 'gate-logs' }, clock: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  await telemetry.event('app_initialized');
  const [batch] = telemetry.batches();
  expect(batch?.path).toMatch(/^\/v1\/(?:datasets\/gate-logs\/ingest|ingest\/gate-logs)\?/);
  expect(batch?.headers.authorization).toBe(`Bearer ${telemetry.axiom.AXIOM_TOKEN}`);
  expect(batch?.body.split('\n').length).toBeGreaterThan(1);
});

test('[7.11] Scanner, reports, config and tickets calls are recognised by path shape: /scantix/v0/scanner/, /scantix/v0/reports/, /config/v0/, /tickets/', async ({
  telemetry,
  visit,
}) => {
  const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-SECTION-7');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await follow(page, '/scan-result/NO-TICKET');
  await expect(page.getByText('Check only. No entry used')).toBeVisible();
  await follow(page, '/reports');
  await expect(page.getByText('Admitted', { exact: true }).first()).toBeVisible();
  await passFlushInterval(page);
  for (const [shape, module] of [
    [/^\/scantix\/v0\/scanner\//, 'scanner'],
    [/^\/scantix\/v0\/reports\//, 'reports'],
    [/^\/config\/v0\//, 'config'],
    [/^\/tickets\//, 'tickets'],
  ] as const) {
    const call = await telemetry.event('api_call', ({ properties }) => shape.test(String(properties.endpoint)));
    expect(call).toMatchObject({ module, properties: { module } });
  }
  const others = telemetry
    .events('api_call')
    .filter(({ properties }) => !/^\/(?:scantix|config|tickets|v0\/auth)\//.test(String(properties.endpoint)));
  expect(others).toEqual([]);
});

test('[7.12] Third-party error-reporting and fingerprinting services make their own calls: to the configured address, and none at all', async ({
  expectedTroubles,
  telemetry,
  visit,
}) => {
  expectedTroubles.push(/^uncaught: Error: broken on purpose$/);
  // Requests to other machines fail every test; those to other origins of this machine are counted here.
  const origins = new Set<string>();
  const { page } = await visit({
    config: telemetry.sentry,
    storage: { deviceId: null, deviceVersion: null },
    prepare: async ({ context }) => context.on('request', (request) => origins.add(new URL(request.url()).origin)),
  });
  await expect.poll(async () => (await readStorage(page)).deviceId).toBeTruthy();
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('broken on purpose'))));
  await expect.poll(() => telemetry.reports().length).toBe(1);
  const reporter = new URL(telemetry.sentry.SENTRY_DSN ?? '').origin;
  expect([...origins].toSorted()).toEqual([new URL(page.url()).origin, reporter].toSorted());
});
