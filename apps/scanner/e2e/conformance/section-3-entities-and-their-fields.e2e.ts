import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { chooseCheckpoint, DEMO_CLERK, openScanner, signIn, typeCode, verdict } from '../support/clerk.ts';
import { KNOWN_DEVICE } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import { follow, readStorage } from '../support/visit.ts';
import { DEVICES } from './devices.ts';

/** Every other key: the closed list in the README of the app. */
const OTHER_KEYS = [
  ...readFileSync(new URL('../../README.md', import.meta.url), 'utf8').matchAll(
    /`(scanner[A-Z]\w*|scantix-[\w-]*-waiting)`/g,
  ),
].map(([, key]) => key);

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
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('exit');
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-STORAGE');
  await expect(verdict(page, 'Refused')).toBeVisible();
  for (const path of ['/results', '/reports', '/settings']) {
    await follow(page, path);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  }
  await page.getByRole('slider', { name: 'Volume' }).fill('40');
  await page.getByRole('switch', { name: 'Sounds' }).uncheck();
  await page.getByRole('switch', { name: 'Say verdicts aloud' }).check();
  await page.getByRole('switch', { name: 'Glance: verdicts over the whole screen' }).check();
  await page.getByRole('combobox', { name: 'Refused' }).selectOption({ index: 1 });
  await page.getByText('Code types').click();
  await page.getByRole('switch', { name: 'Aztec' }).uncheck();
  await page.getByLabel('Language').selectOption('de');
  await expect(page).toHaveTitle('Einstellungen');

  const keys = Object.keys(await readStorage(page));
  expect(keys.filter((key) => !OTHER_KEYS.includes(key)).toSorted()).toEqual([
    'authToken',
    'deviceId',
    'deviceVersion',
    'refreshToken',
    'refreshTokenExpiration',
    'rememberMe',
    'theme',
    'tokenExpiration',
    'userData',
  ]);
  const chosen = ['Checkpoint', 'Mode', 'Volume', 'Sounds', 'Speech', 'Glance', 'Hold', 'Symbologies', 'Language'];
  for (const name of chosen) expect(keys).toContain(`scanner${name}`);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  // No script can read it; the server alone gives and takes it (decision 0036).
  const cookies = (await context.cookies()).map(({ name, path, httpOnly }) => ({ name, path, httpOnly }));
  expect(cookies).toEqual([{ name: 'scantix-device', path: '/v0/auth', httpOnly: true }]);
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
