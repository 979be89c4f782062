import type { Page } from '@playwright/test';
import { chooseCheckpoint, SUPERVISOR, typeCode, verdict } from './support/clerk.ts';
import { fillStorage } from './support/faults.ts';
import { burst } from './support/hardware-scanner.ts';
import { giveTheCameraLightAndZoom } from './support/light-and-zoom.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { listenForTick } from './support/tick.ts';
import { follow, runTasks } from './support/visit.ts';

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

test('two tabs that know different checkpoints leave the choice of the clerk', async ({ backend, visit }) => {
  // What a tab knows that was open before the checkpoints of the workgroup changed, and what a new one loads.
  const giveCheckpoints = async (page: Page, from: number, to: number) => {
    await page.addInitScript(() => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (key === 'scannerCheckpoint') performance.mark(key);
        setItem.call(this, key, value);
      };
    });
    await page.route('**/config/v0/scanner', async (route) => {
      const response = await route.fetch();
      const config = await response.json();
      await route.fulfill({ response, json: { ...config, checkpoints: config.checkpoints.slice(from, to) } });
    });
  };
  const writes = (page: Page) => page.evaluate(() => performance.getEntriesByName('scannerCheckpoint').length);
  const select = (page: Page) => page.getByRole('combobox', { name: 'Checkpoint' });
  const { page, context } = await visit({
    signedIn: true,
    clerk: SUPERVISOR,
    prepare: (opening) => giveCheckpoints(opening.page, 0, 1),
  });
  await expect(select(page).getByRole('option')).toHaveCount(1);
  const other = await context.newPage();
  await giveCheckpoints(other, 1, 3);
  await other.goto('/');
  await expect(select(other).getByRole('option')).toHaveCount(2);
  const choice = await select(other).getByRole('option').last().textContent();
  await select(other).selectOption({ index: 1 });
  await burst(other, 'TWO-TABS-1');
  await expect(verdict(other, 'Refused')).toBeVisible();
  const places = async () =>
    (await serverRecords(backend.origin, 'TWO-TABS-1')).map(({ checkpoint }) => checkpoint.name);
  await expect.poll(places).toEqual([choice]);
  await follow(other, '/');
  await expect(select(other).locator('option:checked')).toHaveText(choice ?? '');
  // Its several readers of the checkpoint save the first fallback, each once.
  expect(await writes(page)).toBeLessThan(10);
  expect(await writes(other)).toBe(1);
});

test('the chosen checkpoint is the same under a new name of the domain', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await chooseCheckpoint(page, 'Gate B, main hall');
  await page.evaluate(() => {
    const { checkpoint } = JSON.parse(localStorage.getItem('scannerCheckpoint') ?? '{}');
    localStorage.setItem('scannerCheckpoint', JSON.stringify({ domain: 'Its name before', checkpoint }));
  });
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Checkpoint' }).locator('option:checked')).toHaveText(
    'Gate B, main hall',
  );
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

test('a theme and a language that this browser has no room for are told, and Undo takes them back', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/settings',
    signedIn: true,
    config: { FEATURE_FLAGS: { ENABLE_MULTI_LANGUAGE: true } },
  });
  const notice = page.getByRole('listitem').filter({ hasText: /Not saved|Nicht gespeichert/ });
  const language = page.getByRole('combobox', { name: /Language|Sprache/ });
  await expect(language).toHaveValue('en');
  await fillStorage(page, { free: 0 });
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(notice).toContainText('This lasts until you close the page');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await expect(notice).toHaveCount(0);
  await language.selectOption('de');
  await expect(notice).toBeVisible();
  await notice.getByRole('button').first().click();
  await expect(language).toHaveValue('en');
});

test('with forced colours the browser draws what is on', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true });
  await expect(sounds(page)).toBeChecked();
  const appearance = () => sounds(page).evaluate((input) => getComputedStyle(input).appearance);
  expect(await appearance()).toBe('none');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await appearance()).toBe('auto');
});

test('with forced colours a pressed button has a border', async ({ visit }) => {
  const { page } = await visit({ path: '/login' });
  await page.emulateMedia({ forcedColors: 'active' });
  // The first paint hears no press.
  const reveal = page.locator('#root').getByRole('button', { name: 'Show characters' });
  const border = () =>
    reveal.evaluate((button) => {
      const { borderTopColor, borderTopWidth } = getComputedStyle(button);
      return borderTopWidth !== '0px' && borderTopColor !== 'rgba(0, 0, 0, 0)';
    });
  await expect.poll(border).toBe(false);
  await reveal.click();
  await expect(reveal).toHaveAttribute('aria-pressed', 'true');
  expect(await border()).toBe(true);
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
  await expect(page.getByRole('button', { name: 'Turn on light', pressed: false })).toBeVisible();
  await go('Settings');
  await page.getByRole('combobox', { name: 'Zoom' }).selectOption({ label: '2×' });
  await page.getByRole('switch', { name: 'Light on with the camera' }).click();
  await go('Scanner');
  await expect(page.getByRole('button', { name: 'Zoom, now 2×' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn on light', pressed: true }).click();
  await expect(page.getByRole('button', { name: 'Turn on light', pressed: false })).toBeVisible();

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
  await page.getByRole('button', { name: 'Zoom, now 2×' }).click();
  await expect(page.getByRole('button', { name: 'Zoom, now 4×' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on light', pressed: false })).toBeVisible();
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

test('a browser whose question nobody has answered is asked again', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings' });
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await expect(allow).toBeVisible();
  await page.evaluate(() => {
    navigator.storage.persisted = async () => false;
    // As Firefox does once its question is dismissed.
    navigator.storage.persist = () => {
      document.title += ', asked';
      return new Promise(() => {});
    };
  });
  for (const title of ['Settings, asked', 'Settings, asked, asked']) {
    await allow.click();
    await expect(page).toHaveTitle(title);
  }
});

test('with a session, the browser is asked to protect stored scans', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    prepare: ({ page: opening }) =>
      opening.addInitScript(() => {
        navigator.storage.persist = async () => Object.assign(window, { wasAsked: true }) && false;
      }),
  });
  await expect.poll(() => page.evaluate(() => 'wasAsked' in window)).toBe(true);
});

test('vibration that is off stays off', async ({ visit }) => {
  const { page } = await visit({
    path: '/settings',
    signedIn: true,
    prepare: ({ page: opening }) =>
      opening.addInitScript(() => {
        const patterns: unknown[] = [];
        navigator.vibrate = (pattern) => patterns.push(pattern) > 0;
        Object.assign(window, { patterns });
      }),
  });
  const patterns = () => page.evaluate(() => (window as unknown as { patterns: unknown[] }).patterns);
  const scan = async (code: string) => {
    await follow(page, '/scanner');
    await typeCode(page, code);
    await expect(verdict(page, 'Refused')).toBeVisible();
  };
  await page.getByRole('switch', { name: 'Vibration' }).click();
  await scan('SETTINGS-STILL');
  await runTasks(page);
  expect(await patterns()).toEqual([]);
  await follow(page, '/settings');
  await page.getByRole('switch', { name: 'Vibration' }).click();
  await scan('SETTINGS-VIBRATES');
  await expect.poll(async () => (await patterns()).length).toBeGreaterThan(0);
});
