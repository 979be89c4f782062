import type { Page } from '@playwright/test';
import { typeCode, verdict } from './support/clerk.ts';
import { fillStorage } from './support/faults.ts';
import { giveTheCameraLightAndZoom } from './support/light-and-zoom.ts';
import { expect, test } from './support/test.ts';
import { listenForTick } from './support/tick.ts';

const sounds = (page: Page) => page.getByRole('switch', { name: 'Sounds' });

test('a choice is saved at once, is said to be, and is there after a reload', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true });
  await sounds(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Saved' })).toBeVisible();
  await page.reload();
  await expect(sounds(page)).not.toBeChecked();
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0);
});

test('a choice holds at once in a scanner that is open in another tab', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await expect(page.getByRole('button', { name: 'Type the code' })).toBeVisible();
  const settings = await page.context().newPage();
  await settings.goto('/settings');
  await sounds(settings).click();
  await expect(sounds(settings)).not.toBeChecked();
  await page.bringToFront();
  let heard = false;
  const { tick } = await listenForTick(page);
  void tick.then(() => {
    heard = true;
  });
  await typeCode(page, 'SETTINGS-SILENT');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await settings.close();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(heard).toBe(false);
});

test('a choice that this browser has no room for is told, and Undo takes it back', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true });
  await expect(sounds(page)).toBeChecked();
  await fillStorage(page, { free: 0 });
  await sounds(page).click();
  const notice = page.getByRole('listitem').filter({ hasText: 'Not saved' });
  await expect(notice).toContainText('This lasts until you close the page');
  await expect(sounds(page)).not.toBeChecked();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(sounds(page)).toBeChecked();
  await expect(notice).toHaveCount(0);
});

test('with forced colours the browser draws what is on', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true });
  await expect(sounds(page)).toBeChecked();
  const appearance = () => sounds(page).evaluate((input) => getComputedStyle(input).appearance);
  expect(await appearance()).toBe('none');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await appearance()).toBe('auto');
});

test('what this device does not have has no row', async ({ visit }) => {
  const { page } = await visit({
    path: '/settings',
    signedIn: true,
    prepare: (made) =>
      made.page.addInitScript(() => Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'vibrate')),
  });
  await expect(sounds(page)).toBeVisible();
  await expect(page.getByText('Code types')).toBeVisible();
  for (const name of ['Vibration', 'Light on with the camera', 'Feature flags']) {
    await expect(page.getByRole('switch', { name })).toHaveCount(0);
  }
  for (const name of ['Camera', 'Zoom', 'Language']) {
    await expect(page.getByRole('combobox', { name })).toHaveCount(0);
  }
});

test('the camera begins as Settings say, which offer what it was seen to be able to', async ({ visit }) => {
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    prepare: (made) => made.page.addInitScript(giveTheCameraLightAndZoom),
  });
  const go = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await expect(page.getByRole('button', { name: 'Zoom, now 1×' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on light' })).toBeVisible();
  await go('Settings');
  await page.getByRole('combobox', { name: 'Zoom' }).selectOption({ label: '2×' });
  await page.getByRole('switch', { name: 'Light on with the camera' }).click();
  await go('Scanner');
  await expect(page.getByRole('button', { name: 'Zoom, now 2×' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn off light' }).click();
  await expect(page.getByRole('button', { name: 'Turn on light' })).toBeVisible();

  // A camera that is lost and comes back has what was set by hand.
  const lost = await page.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject as MediaStream;
    for (const track of stream.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
    return stream.id;
  });
  const streamNow = () => page.evaluate(() => (document.querySelector('video')?.srcObject as MediaStream | null)?.id);
  await expect.poll(async () => [undefined, lost].includes(await streamNow())).toBe(false);
  await page.waitForTimeout(500);
  await expect(page.getByRole('button', { name: 'Zoom, now 2×' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on light' })).toBeVisible();
});

test('the licences of what the app is made of are in Settings, those of its workers too', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true });
  await page.getByText('Licences').click();
  for (const name of ['react-router', 'zxing-wasm', '@zxing/library', 'workbox-precaching', '@radix-ui/colors']) {
    await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  }
  await page.getByText('zxing-wasm').click();
  const text = page.getByText('The above copyright notice and this permission notice').filter({ visible: true });
  await expect(text).toHaveCount(1);
});

test('a browser that does not protect stored scans yet is told of', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings' });
  await page.evaluate(() => {
    navigator.storage.persist = async () => false;
    navigator.storage.persisted = async () => false;
  });
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('The browser does not protect them yet', { exact: true })).toBeVisible();
});
