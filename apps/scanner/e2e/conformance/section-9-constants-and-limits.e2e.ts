import type { Locator } from '@playwright/test';
import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { follow, passFlushInterval } from '../support/visit.ts';

test('[9.27][9.28][9.29] App version 1.0.0; default dataset name scantix-logs; environment taken from the hostname', async ({
  backend,
  sharedBrowser,
  telemetry,
  visit,
}) => {
  const { page } = await visit({ config: telemetry.axiom, clock: true });
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
  await passFlushInterval(page);
  const { app } = await telemetry.event('app_initialized');
  expect(app).toMatchObject({ version: '1.0.0', domain: '127.0.0.1', environment: 'development' });
  expect(telemetry.batches()[0]?.path).toContain('/scantix-logs');

  // The same backend under a name of its own. Chromium lets no page of another machine call this one.
  await using context = await (await sharedBrowser()).newContext({ serviceWorkers: 'block' });
  await context.route('**/*', async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const url = hostname === 'scan.example' ? { url: `${backend.origin}${pathname}` } : {};
    await route.fulfill({ response: await route.fetch(url) });
  });
  await (await context.newPage()).goto('https://scan.example/');
  await telemetry.event(
    'app_initialized',
    ({ app }) => app.domain === 'scan.example' && app.environment === 'production',
  );
});

test('[9.40][9.41] UI defaults: modal z-index 1100, overlay 1000, menu 1000, tooltip 1100; tooltip fade 250 ms', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  const toast = page.locator('.stx-toast');
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark theme' }).hover();
  const tooltip = page.locator('.stx-tooltip:hover > .stx-tooltip__bubble');
  await expect(tooltip).toBeVisible();
  await expect(tooltip).toHaveCSS('transition-duration', /0\.25s/);

  // The tooltip lies over the toast. Layers of the test's own show between which values each of them is.
  await expect.poll(() => isOnTop(tooltip)).toBe(true);
  expect(await isOnTop(tooltip, 1099)).toBe(true);
  expect(await isOnTop(tooltip, 1101)).toBe(false);
  expect(await isOnTop(toast.locator('.stx-toast__title'), 999)).toBe(true);
  expect(await isOnTop(toast.locator('.stx-toast__title'), 1001)).toBe(false);

  await follow(page, '/settings');
  await page.getByRole('button', { name: 'Reset identifier' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect.poll(() => isOnTop(dialog, 2_147_483_647)).toBe(true);
});

/** Whether an element, or what is in it, is the topmost at its centre; also above a layer of a z-index over the page. */
function isOnTop(element: Locator, layer?: number): Promise<boolean> {
  return element.evaluate((target, zIndex) => {
    const cover = document.createElement('div');
    cover.style.cssText = `position: fixed; inset: 0; z-index: ${zIndex}`;
    if (zIndex !== undefined) document.body.append(cover);
    const { x, y, width, height } = target.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    cover.remove();
    return target.contains(top);
  }, layer);
}

test('[9.42] English locale', async ({ visit }) => {
  const { page } = await visit({ locale: 'ja-JP' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('[9.43] date format mm/dd/yy', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, locale: 'de-DE', timezoneId: 'America/New_York' });
  const inNewYork = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });
  const mmddyy = (at: number | string) => {
    const [year = '', month, day] = inNewYork.format(new Date(at)).split('-');
    return `${month}/${day}/${year.slice(2)}`;
  };
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(mmddyy(Date.now()));

  await openScanner(page);
  await typeCode(page, 'HL-2026-0016');
  await expect(verdict(page, 'Refused')).toContainText(/Valid from \d\d\/\d\d\/\d\d, \d\d:\d\d/);
  await page.getByRole('button', { name: 'Details' }).click();
  const scanned = page.getByRole('region', { name: 'This code' }).locator('time').first();
  const claimedAt = (await scanned.getAttribute('datetime')) ?? '';
  await expect(scanned).toHaveText(new RegExp(`^${mmddyy(claimedAt)}, \\d\\d:\\d\\d$`));
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText(/\d\d\/\d\d\/\d\d, \d\d:\d\d/);

  await page.getByRole('link', { name: 'All results' }).click();
  await expect(page.getByRole('rowheader').first()).toContainText(mmddyy(claimedAt));
});
