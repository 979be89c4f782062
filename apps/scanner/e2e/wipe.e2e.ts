import type { Page } from '@playwright/test';
import { listDevices, wipeDevice } from '@scantix/api-contract/admin';
import { answer } from './support/answer.ts';
import { logIn, signInByApi } from './support/api-clerk.ts';
import { DEMO_CLERK, openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { rejectScans } from './support/faults.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

const SCANS = '**/scantix/v0/scanner/scans';

/** Records a scan that the server does not get. */
async function recordUnsent(page: Page, code: string): Promise<void> {
  await page.context().route(SCANS, (route) => route.abort());
  await openScanner(page);
  await typeCode(page, code);
  await expect(verdict(page, 'Undecided')).toBeVisible();
}

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());

const wiped = (page: Page) => page.getByRole('heading', { name: 'This device was wiped' });

test('a device is wiped in Settings, after its unsent scans were exported, in every tab', async ({
  expectedTroubles,
  visit,
}) => {
  test.slow();
  expectedTroubles.push(/ERR_FAILED|Failed to load resource/);
  const { page, context } = await visit({ signedIn: true, ownContext: true });
  await recordUnsent(page, 'EXPORTED-1');
  const tab = await context.newPage();
  await tab.goto('/reports');
  await expect(tab.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const { deviceId = '' } = await readStorage(page);
  // A page that was just loaded has not counted yet what waits.
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Wipe this device' }).click();
  await expect(page.getByRole('alertdialog', { name: '1 scan is not sent yet' })).toBeVisible();
  const download = page.waitForEvent('download');
  await answer(page, 'Export them');
  expect((await download).suggestedFilename()).toBe('unsent-scans.json');
  await expect(page.getByRole('alertdialog', { name: 'Wipe this device?' })).toContainText('just exported');
  await answer(page, 'Wipe');
  await expect(wiped(page)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveTitle('Sign In');
  expect(Object.keys(await readStorage(page)).sort()).toEqual(['deviceId', 'deviceVersion', 'scannerWipe']);
  expect((await readStorage(page)).deviceId).toBe(deviceId);
  expect((await databases(page)).filter((name) => name !== 'scantix-device-id')).toEqual([]);
  await expect(tab).toHaveTitle('Sign In');
  // A reload before anybody has read it shows it again.
  await page.reload();
  await expect(wiped(page)).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  expect(await readStorage(page)).not.toHaveProperty('scannerWipe');
});

test('a device that cannot read what it would export says so, and is not wiped', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_FAILED|Failed to load resource|ledger_storage_failed|device_data_not_swept/);
  const { page, context } = await visit({ signedIn: true, ownContext: true });
  await rejectScans(page);
  await openScanner(page);
  await typeCode(page, 'UNREADABLE-1');
  await expect(page.getByText(/needs a decision/i).first()).toBeVisible();
  await context.route(SCANS, (route) => route.abort());
  const failStorage = () =>
    page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The storage fails', 'UnknownError');
      };
    });
  await page.goto('/');
  const save = page.getByRole('button', { name: 'Save 1 scan as a file' });
  await expect(save).toBeVisible();
  await failStorage();
  await save.click();
  await expect(page.getByText('Not exported', { exact: true })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Wipe this device' }).click();
  await expect(page.getByRole('alertdialog', { name: '1 scan is not sent yet' })).toBeVisible();
  await failStorage();
  await answer(page, 'Export them');
  await expect(page.getByText('This device is not wiped yet', { exact: true })).toBeVisible();
});

test('a device wipes itself by order, keeps what it could not send, and sends it after the next sign-in', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  test.slow();
  expectedTroubles.push(/ERR_FAILED|Failed to load resource/);
  const device = 'e2e.to-be-wiped';
  const { page, context } = await visit({
    path: '/login',
    storage: { deviceId: device, deviceVersion: '1.0' },
    ownContext: true,
  });
  await signIn(page);
  await recordUnsent(page, 'SEALED-1');
  const { tokens, user } = await logIn(backend.origin, DEMO_CLERK, 'e2e-manager');
  const manage = async ({ method, path }: { method: string; path: string }) => {
    const address = path.replace('{domain}', encodeURIComponent(user.domain)).replace('{device}', device);
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    return (await fetch(backend.origin + address, { method, headers })).json();
  };
  await manage(wipeDevice);
  await page.goto('/reports');
  await expect(wiped(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toContainText('Whoever manages your devices has ordered it');
  await expect(page.getByText('1 scan was not sent. It stays here, encrypted')).toBeVisible();
  expect(await databases(page)).not.toContain('scantix-scan-ledger-tickets');
  const find = async () =>
    ((await manage(listDevices)) as { items: { id: string; wipe: unknown }[] }).items.find(({ id }) => id === device);
  await expect.poll(async () => (await find())?.wipe).toMatchObject({ kept: 1, done_at: expect.any(String) });
  await context.unroute(SCANS);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await signIn(page);
  const api = await signInByApi(backend.origin);
  await expect.poll(async () => (await api.records('SEALED-1')).length).toBe(1);
});

for (const isOver of [false, true]) {
  test(`a lost device is wiped although its session was revoked ${isOver ? 'and has to be renewed' : 'meanwhile'}`, async ({
    backend,
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/status of 401/, /session-refresh-failed/);
    const device = `e2e.lost-${isOver}`;
    const storage = { deviceId: device, deviceVersion: '1.0' };
    const { page } = await visit({ path: '/login', storage, ownContext: true });
    await signIn(page);
    await openScanner(page);
    const { tokens, user } = await logIn(backend.origin, DEMO_CLERK, 'e2e-manager');
    const path = wipeDevice.path.replace('{domain}', encodeURIComponent(user.domain)).replace('{device}', device);
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    await page.goto('about:blank');
    await fetch(backend.origin + path, { method: 'POST', headers });
    await backend.scantix('sessions', 'revoke', '--domain', user.domain, '--device', device);
    if (isOver) await page.addInitScript(() => localStorage.setItem('tokenExpiration', '0'));
    await page.goto(`${backend.origin}/reports`);
    await expect(wiped(page)).toBeVisible({ timeout: 30_000 });
  });
}
