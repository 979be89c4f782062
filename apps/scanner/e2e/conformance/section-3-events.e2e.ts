import { answer } from '../support/answer.ts';
import { openScanner, typeCode } from '../support/clerk.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import type { Telemetry } from '../support/telemetry.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval, readStorage } from '../support/visit.ts';

test('[3.19][3.20][3.21] Analytics event: event name, timestamp, module, deviceId, sessionId, the device info fields, an app block, user, level, category, free properties', async ({
  backend,
  telemetry,
  visit,
}) => {
  const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await expect(page.getByText('Last scans')).toBeVisible();
  const { userData = '' } = await readStorage(page);
  await follow(page, '/reports');
  await expect(page).toHaveTitle('Reports');
  await passFlushInterval(page);
  const event = await telemetry.event('page_view', ({ properties }) => properties.page === '/reports');
  expect(event).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    event: 'page_view',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    module: 'reports',
    level: 'info',
    category: 'navigation',
    deviceId: KNOWN_DEVICE.deviceId,
    sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    deviceType: 'Linux PC',
    deviceOS: 'Linux',
    deviceBrowser: 'Chrome',
    deviceString: 'Linux PC (Chrome)',
    deviceCategory: 'desktop',
    language: 'en-US',
    screenResolution: '390x844',
    app: {
      name: 'Scantix',
      version: '1.0.0',
      environment: 'development',
      domain: '127.0.0.1',
      apiBaseUrl: backend.origin,
    },
    user: JSON.parse(userData),
    properties: expect.any(Object),
  });
});

test('[3.19] an event that waits keeps the deviceId it was made with after a reset', async ({ telemetry, visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings', config: telemetry.axiom, clock: true });
  await page.getByRole('button', { name: 'Reset identifier' }).click();
  await answer(page, 'Reset');
  await expect(page.getByText('This device has a new identifier', { exact: true })).toBeVisible();
  const { deviceId } = await readStorage(page);
  expect(deviceId).not.toBe(KNOWN_DEVICE.deviceId);
  await passFlushInterval(page);
  expect(await telemetry.event('device_reset')).toMatchObject({ deviceId });
  expect(await telemetry.event('page_view')).toMatchObject({ deviceId: KNOWN_DEVICE.deviceId });
  expect(await telemetry.event('app_initialized')).toMatchObject({ deviceId: KNOWN_DEVICE.deviceId });
});

test('[3.22][5.7] Scan event properties: format, value (truncated to its first 50 characters), success, scanMethod', async ({
  telemetry,
  visit,
}) => {
  const code = `${'0123456789'.repeat(5)}-NOT-LOGGED`;
  const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await openScanner(page);
  await typeCode(page, code);
  await expect(page).toHaveURL(/\?scan=/);
  await passFlushInterval(page);
  const event = await telemetry.event('scan');
  expect(event).toMatchObject({ category: 'scanner', module: 'scanner', level: 'info' });
  expect(event.properties).toEqual({
    format: expect.any(String),
    value: code.slice(0, 50),
    success: true,
    scanMethod: 'manual',
  });
});

test('[3.22] the value of a scan event is not scrubbed: it is a code', async ({ telemetry, visit }) => {
  const code = 'token=abc&secret=def';
  const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await openScanner(page);
  await typeCode(page, code);
  await expect(page).toHaveURL(/\?scan=/);
  await passFlushInterval(page);
  expect((await telemetry.event('scan')).properties.value).toBe(code);
});

test('[3.24] API call event properties: endpoint, module, method, status, duration, success', async ({
  telemetry,
  visit,
}) => {
  const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await expect(page.getByText('Last scans')).toBeVisible();
  await follow(page, '/scan-result/NO-TICKET');
  await expect(page.getByText('Check only. No entry used')).toBeVisible();
  await passFlushInterval(page);
  const endpoint = '/tickets/v0/lookup';
  const event = await telemetry.event('api_call', ({ properties }) => properties.endpoint === endpoint);
  expect(event).toMatchObject({ category: 'api', module: 'tickets' });
  expect(event.properties).toEqual({
    endpoint,
    module: 'tickets',
    method: expect.stringMatching(/^(?:GET|POST)$/),
    status: 200,
    duration: expect.any(Number),
    success: true,
  });
});

/** The page views that have arrived, in their order, each once: a page that is left may send them again. */
function pageViews(telemetry: Telemetry) {
  const views = new Map(telemetry.events('page_view').map(({ id, properties }) => [id, properties]));
  return [...views.values()].map(({ page, url, referrer }) => [page, url, referrer]);
}

test('[3.25] Page view properties: page, module, url, referrer', async ({ telemetry, visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings', config: telemetry.axiom, clock: true });
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await passFlushInterval(page);
  const { properties } = await telemetry.event('page_view');
  expect(properties).toEqual({ page: '/settings', module: 'settings', url: '/settings', referrer: '' });
});

test('[3.25] the url of a page view is the address without its barcode, the referrer the address before it', async ({
  telemetry,
  visit,
}) => {
  const { page } = await visit({ signedIn: true, config: telemetry.axiom, clock: true });
  await expect(page.getByText('Last scans')).toBeVisible();
  // Each title is another one than that before it: a view that is left before it is shown is no page view.
  for (const [path, title] of [
    ["/scan-result/NOT-LOGGED'1/check", 'Scan Result'],
    ['/no/such/path', 'Page Not Found'],
    ['/reports', 'Reports'],
    ['/somewhere/scan-result/NOT-LOGGED-2/token=NOT-LOGGED-3', 'Page Not Found'],
    ['/results', 'Scan Results'],
  ] as const) {
    await follow(page, path);
    await expect(page).toHaveTitle(title);
  }
  await passFlushInterval(page);
  const template = '/scan-result/:barcode/:mode?';
  const views = [
    ['/', '/', ''],
    [template, '/scan-result/:barcode/check', '/'],
    ['*', '/no/such/path', '/scan-result/:barcode/check'],
    ['/reports', '/reports', '/no/such/path'],
    ['*', '/somewhere/scan-result/:barcode/token=[Filtered]', '/reports'],
    ['/results', '/results', '/somewhere/scan-result/:barcode/token=[Filtered]'],
  ];
  await expect.poll(() => pageViews(telemetry)).toEqual(views);
  const referer = 'https://portal.example/scan-result/NOT-LOGGED-4?token=NOT-LOGGED-5';
  await page.goto('/settings', { referer });
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await passFlushInterval(page);
  const first = ['/settings', '/settings', 'https://portal.example/scan-result/:barcode?token=[Filtered]'];
  await expect.poll(() => pageViews(telemetry)).toEqual([...views, first]);
  expect(JSON.stringify(telemetry.events())).not.toContain('NOT-LOGGED');
});
