import type { Page } from '@playwright/test';
import { chooseCheckpoint, DEMO_CLERK, openScanner, signIn, typeCode, verdict } from '../support/clerk.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import type { Telemetry } from '../support/telemetry.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval, readStorage } from '../support/visit.ts';
import { DEVICES } from './devices.ts';

/** Every other key: the preferences of the device, and what its scanner was last configured with. */
const PREFERENCE_KEYS = [
  'Checkpoint',
  'Mode',
  'Sounds',
  'Volume',
  'Vibration',
  'Hold',
  'Symbologies',
  'Lens',
  'Light',
  'Zoom',
  'CameraCan',
  'Config',
  'Language',
].map((name) => `scanner${name}`);

/** The request and the answer of the next sign-in. */
async function signInAndWatch(page: Page) {
  const answered = page.waitForResponse('**/v0/auth/login');
  await signIn(page);
  const response = await answered;
  return { request: response.request().postDataJSON(), answer: await response.json() };
}

test('[3.1][3.2] Session user: id, clerk (login name), userName, domain, workgroup. The server names the field user_name', async ({
  visit,
}) => {
  const { page } = await visit();
  const { answer } = await signInAndWatch(page);
  const { id, clerk, user_name: userName, domain, workgroup } = answer.user;
  expect(Object.keys(answer.user).toSorted()).toEqual(['clerk', 'domain', 'id', 'user_name', 'workgroup']);
  expect(userName).toBe(DEMO_CLERK.name);
  const { userData = '' } = await readStorage(page);
  expect(JSON.parse(userData)).toEqual({ id, clerk, userName, domain, workgroup });
});

test('[3.3][3.4] Tokens: accessToken, expiresAt (timestamp), refreshToken, refreshExpiresAt. The server returns expires_in and refresh_expires_in, in seconds', async ({
  visit,
}) => {
  const { page } = await visit();
  const before = Date.now();
  const { answer } = await signInAndWatch(page);
  const { access_token, refresh_token, expires_in, refresh_expires_in } = answer.tokens;
  expect(expires_in).toBe(3600);
  // Whole seconds of the rest of 12 hours.
  expect(refresh_expires_in).toBeGreaterThan(12 * 3600 - 60);
  expect(refresh_expires_in).toBeLessThanOrEqual(12 * 3600);
  const stored = await readStorage(page);
  expect(stored).toMatchObject({ authToken: access_token, refreshToken: refresh_token });
  for (const [text, lifetimeMs] of [
    [stored.tokenExpiration, expires_in * 1000],
    [stored.refreshTokenExpiration, refresh_expires_in * 1000],
  ] as const) {
    expect(text).toMatch(/^\d+$/);
    expect(Number(text)).toBeGreaterThanOrEqual(before + lifetimeMs);
    expect(Number(text)).toBeLessThanOrEqual(Date.now() + lifetimeMs);
  }
});

test('[3.5] Login request: the credentials from the form, remember_me (boolean), device_id, device_info', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.getByLabel('Remember me').check();
  const { request } = await signInAndWatch(page);
  expect(request).toEqual({
    clerk: DEMO_CLERK.username,
    password: DEMO_CLERK.password,
    remember_me: true,
    device_id: KNOWN_DEVICE.deviceId,
    device_info: expect.any(Object),
  });
});

test('[3.7][3.10] Browser storage keys: authToken, refreshToken, tokenExpiration, refreshTokenExpiration, userData, rememberMe, theme, plus one key for the device id and one for the device version marker', async ({
  visit,
}) => {
  const { page, context } = await visit({
    storage: { deviceId: null, deviceVersion: null },
    config: { FEATURE_FLAGS: { ENABLE_MULTI_LANGUAGE: true } },
  });
  await signIn(page);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await chooseCheckpoint(page, 'Gate A, harbour');
  await page.getByLabel('Mode').selectOption('exit');
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-STORAGE');
  await expect(verdict(page, 'Refused')).toBeVisible();
  for (const path of ['/results', '/reports', '/settings']) {
    await follow(page, path);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  }
  await page.getByRole('slider', { name: 'Volume' }).fill('40');
  await page.getByRole('switch', { name: 'Sounds' }).uncheck();
  await page.getByRole('combobox', { name: 'Refused' }).selectOption({ index: 1 });
  await page.getByText('Code types').click();
  await page.getByRole('switch', { name: 'Aztec' }).uncheck();
  await page.getByLabel('Language').selectOption('de');
  await expect(page).toHaveTitle('Einstellungen');

  const keys = Object.keys(await readStorage(page));
  expect(keys.filter((key) => !PREFERENCE_KEYS.includes(key)).toSorted()).toEqual([
    'authToken',
    'deviceId',
    'deviceVersion',
    'refreshToken',
    'refreshTokenExpiration',
    'rememberMe',
    // The number of waiting scans, noted outside the storage that the browser may delete.
    'scantix-scan-ledger-waiting',
    'theme',
    'tokenExpiration',
    'userData',
  ]);
  for (const chosen of ['Checkpoint', 'Mode', 'Volume', 'Sounds', 'Hold', 'Symbologies', 'Language']) {
    expect(keys).toContain(`scanner${chosen}`);
  }
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

for (const choice of [true, false]) {
  test(`[3.8] rememberMe (stored as the text true or false): ${choice}`, async ({ visit }) => {
    const { page } = await visit();
    await page.getByLabel('Remember me').setChecked(choice);
    await signIn(page);
    expect((await readStorage(page)).rememberMe).toBe(String(choice));
  });
}

test('[3.9][3.10][9.30] theme (dark or light) and the device version marker (value 1.0) are stored as these texts', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true, storage: { deviceId: null, deviceVersion: null } });
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect((await readStorage(page)).theme).toBe('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  expect((await readStorage(page)).theme).toBe('light');
  await expect.poll(async () => (await readStorage(page)).deviceVersion).toBe('1.0');
});

for (const { name, userAgent, info } of DEVICES) {
  test(`[3.6][3.12][3.13][3.14][3.15][3.16] device_info of ${name}: ${info.deviceString}, ${info.deviceOS}, ${info.deviceCategory}`, async ({
    visit,
  }) => {
    const { page } = await visit({ userAgent, locale: 'de-DE' });
    const { request } = await signInAndWatch(page);
    expect(request.device_info).toEqual({ ...info, language: 'de-DE', screenResolution: '390x844' });
  });
}

test('[3.18] Fingerprint metadata: confidence, number of components, timestamp, user agent, platform, language, screen resolution, timezone', async ({
  visit,
}) => {
  const { page } = await visit({
    storage: { deviceId: null, deviceVersion: null },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  });
  await expect.poll(async () => (await readStorage(page)).deviceId).toMatch(/^[0-9a-f]+\.[0-9a-f]{24}$/);
  const { deviceId } = await readStorage(page);
  const record = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('scantix-device-id'));
    return settled(database.transaction('identity').objectStore('identity').get('current'));
  });
  expect(record).toMatchObject({
    deviceId,
    metadata: {
      confidence: expect.any(Number),
      components: expect.any(Number),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      userAgent: await page.evaluate(() => navigator.userAgent),
      platform: await page.evaluate(() => navigator.platform),
      language: 'fr-FR',
      screenResolution: '390x844',
      timezone: 'Europe/Paris',
    },
  });
});

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
  const dialog = page.getByRole('alertdialog', { name: 'Reset the device identifier?' });
  // Repeated: the dialog ignores presses in its first 300 ms.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Reset' }).click({ timeout: 1000 });
    await expect(dialog).toHaveCount(0, { timeout: 500 });
  }).toPass();
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
  await expect(page.getByText('Looked at only')).toBeVisible();
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
  await expect(page.getByText('This device')).toBeVisible();
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
  for (const [path, title] of [
    ["/scan-result/NOT-LOGGED'1/check", 'Scan Result'],
    ['/no/such/path', 'Page Not Found'],
    ['/somewhere/scan-result/NOT-LOGGED-2/token=NOT-LOGGED-3', 'Page Not Found'],
    ['/reports', 'Reports'],
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
    ['*', '/somewhere/scan-result/:barcode/token=[Filtered]', '/no/such/path'],
    ['/reports', '/reports', '/somewhere/scan-result/:barcode/token=[Filtered]'],
  ];
  await expect.poll(() => pageViews(telemetry)).toEqual(views);
  const referer = 'https://portal.example/scan-result/NOT-LOGGED-4?token=NOT-LOGGED-5';
  await page.goto('/settings', { referer });
  await expect(page.getByText('This device')).toBeVisible();
  await passFlushInterval(page);
  const first = ['/settings', '/settings', 'https://portal.example/scan-result/:barcode?token=[Filtered]'];
  await expect.poll(() => pageViews(telemetry)).toEqual([...views, first]);
  expect(JSON.stringify(telemetry.events())).not.toContain('NOT-LOGGED');
});
