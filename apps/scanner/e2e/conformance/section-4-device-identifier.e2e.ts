import type { Page } from '@playwright/test';
import { answer } from '../support/answer.ts';
import { signIn } from '../support/clerk.ts';
import { loseScript } from '../support/faults.ts';
import { FALLBACK, KNOWN_DEVICE, NEW_DEVICE, newIdentifier } from '../support/signed-in.ts';
import { expect, test } from '../support/test.ts';
import { readStorage } from '../support/visit.ts';

/** What the page without FingerprintJS says. */
const WITHOUT_LIBRARY = [
  /^console\.error: \[scantix\] Failed to generate fingerprint/,
  /net::ERR_FAILED .*\/assets\/device-traits-/,
];

const deviceId = async (page: Page) => (await readStorage(page)).deviceId;

test('[4.30] read from local storage if the stored version marker matches the current one', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings', storage: { deviceId: 'kept.as-it-is' } });
  await expect(page.getByText('kept.as-it-is')).toBeVisible();
  expect(await deviceId(page)).toBe('kept.as-it-is');
});

for (const deviceVersion of ['0.9', null]) {
  test(`[4.31][9.30] Otherwise a new one is generated from a browser fingerprint: marker ${deviceVersion}`, async ({
    visit,
  }) => {
    const { page, troubles } = await visit({ storage: { deviceId: 'from.before', deviceVersion } });
    await expect.poll(async () => (await readStorage(page)).deviceVersion).toBe('1.0');
    expect(await deviceId(page)).toMatch(newIdentifier(troubles));
  });
}

test('[4.31] Otherwise a new one is generated: two tabs that start at once use one', async ({ telemetry, visit }) => {
  const { page, troubles } = await visit({
    path: '/login',
    config: telemetry.axiom,
    storage: NEW_DEVICE,
    async prepare({ context }) {
      const other = await context.newPage();
      void other.goto('/login').catch(() => {});
    },
  });
  const starts = () => telemetry.events('app_initialized');
  await expect.poll(() => starts().length).toBe(2);
  const stored = await deviceId(page);
  expect(stored).toMatch(newIdentifier(troubles));
  expect(starts().map((event) => event.deviceId)).toEqual([stored, stored]);
});

test('[4.31] Otherwise a new one is generated: with a storage that refuses it, for this page', async ({ visit }) => {
  const { page, troubles } = await visit({
    path: '/login',
    storage: NEW_DEVICE,
    prepare: ({ page: opening }) =>
      opening.addInitScript(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
          if (key.startsWith('device')) throw new DOMException('full', 'QuotaExceededError');
          setItem.call(this, key, value);
        };
      }),
  });
  const login = page.waitForRequest('**/v0/auth/login');
  await signIn(page);
  const sent = await login;
  expect(sent.headers()['x-device-id']).toMatch(newIdentifier(troubles));
  expect(sent.postDataJSON().device_id).toBe(sent.headers()['x-device-id']);
  expect(await deviceId(page)).toBeUndefined();
});

test('[4.32] If that fails, a fallback identifier is built from a hash of canvas and browser traits plus the current time, and stored too', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(...WITHOUT_LIBRARY);
  const before = Date.now();
  const { page } = await visit({
    storage: NEW_DEVICE,
    prepare: ({ context }) => loseScript(context, 'device-traits'),
  });
  await expect.poll(() => deviceId(page)).toMatch(FALLBACK);
  const stored = (await deviceId(page)) ?? '';
  const madeAt = Number.parseInt(stored.slice(17, 25), 36);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
  await page.reload();
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  expect(await deviceId(page)).toBe(stored);
});

test('[4.32] If that fails, a fallback identifier is stored: it stays, and the next start makes the fingerprint', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(...WITHOUT_LIBRARY);
  const { context, page } = await visit({
    signedIn: true,
    path: '/settings',
    storage: NEW_DEVICE,
    prepare: ({ context: opening }) => loseScript(opening, 'device-traits'),
  });
  const device = page.getByRole('region', { name: 'This device' });
  await expect(device).toContainText('Not known');
  const stored = (await deviceId(page)) ?? '';
  expect(stored).toMatch(FALLBACK);

  await context.unroute('**/assets/device-traits-*.js');
  // Settings wait 2 s for the fingerprint; on a busy machine the start after that shows it.
  await expect(async () => {
    await page.reload();
    await expect(device).toContainText(/\d%/, { timeout: 5000 });
  }).toPass();
  await expect(device).toContainText(stored);
  expect(await deviceId(page)).toBe(stored);
});

test('[4.33] A reset clears stored values and regenerates', async ({ visit }) => {
  const { context, page, troubles } = await visit({ signedIn: true, path: '/settings' });
  const device = page.getByRole('region', { name: 'This device' });
  await expect(device).toContainText(KNOWN_DEVICE.deviceId);
  await expect(device).toContainText('Not known');
  // Another tab of the origin sees each change of what is stored.
  const watch = await context.newPage();
  await watch.goto('/licences.json');
  await watch.evaluate(() => {
    const changes: (string | null)[][] = [];
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key?.startsWith('device')) changes.push([key, newValue]);
    });
    Object.assign(window, { changes });
  });
  const changes = () => watch.evaluate(() => (window as unknown as { changes: unknown[] }).changes);

  await device.getByRole('button', { name: 'Reset identifier' }).click();
  await answer(page, 'Keep it');
  expect(await deviceId(page)).toBe(KNOWN_DEVICE.deviceId);

  await device.getByRole('button', { name: 'Reset identifier' }).click();
  await answer(page, 'Reset');
  await expect(device).not.toContainText(KNOWN_DEVICE.deviceId);
  const regenerated = (await deviceId(page)) ?? '';
  expect(regenerated).toMatch(newIdentifier(troubles));
  await expect.poll(changes).toEqual([
    ['deviceId', null],
    ['deviceVersion', null],
    ['deviceId', regenerated],
    ['deviceVersion', '1.0'],
  ]);
  await expect(device).toContainText(regenerated);
  await expect(device).toContainText(/\d%/);
  await page.reload();
  await expect(device).toContainText(regenerated);
});
