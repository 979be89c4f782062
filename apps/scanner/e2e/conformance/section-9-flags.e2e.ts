import type { Page } from '@playwright/test';
import { cameraFrames } from '@scantix/barcode-reader/testing';
import { DEFAULT_FLAGS } from '@scantix/feature-flags';
import sharp from 'sharp';
import { openScanner } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';

const SPECIFIED_FLAGS = [
  'USE_SECURE_COOKIE_AUTH',
  'ENABLE_PERFORMANCE_METRICS',
  'ENABLE_NETWORK_SPEED_MONITORING',
  'ENABLE_MULTI_LANGUAGE',
  'ENABLE_ADVANCED_SCANNING',
  'ENABLE_DEBUG_MODE',
  'SHOW_FEATURE_FLAGS_UI',
];

test('[9.4] Feature flags (all default false)', async ({ visit }) => {
  expect(Object.keys(DEFAULT_FLAGS)).toEqual(SPECIFIED_FLAGS);
  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } },
  });
  await page.getByRole('switch', { name: 'Feature flags' }).check();
  for (const name of SPECIFIED_FLAGS) {
    const row = page.getByText(name, { exact: true }).locator('xpath=..');
    await expect(row).toContainText('Default: off.');
    await expect(row).toContainText(name === 'SHOW_FEATURE_FLAGS_UI' ? 'On' : 'Off');
  }
});

test('[9.11] SHOW_FEATURE_FLAGS_UI (shows a flags toggle in settings)', async ({ visit }) => {
  const without = await visit({ signedIn: true, path: '/settings' });
  await expect(without.page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await expect(without.page.getByRole('switch', { name: 'Feature flags' })).toHaveCount(0);

  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    config: { FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } },
  });
  await expect(page.getByRole('switch', { name: 'Feature flags' })).toBeVisible();
});

test('[9.8] ENABLE_MULTI_LANGUAGE (reload): a choice of languages, and the language of the browser', async ({
  visit,
}) => {
  const settings = { signedIn: true, path: '/settings', locale: 'de-DE' };
  const without = await visit(settings);
  await expect(without.page).toHaveTitle('Settings');
  await expect(without.page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await expect(without.page.getByRole('combobox', { name: 'Language' })).toHaveCount(0);

  const FEATURE_FLAGS = { ENABLE_MULTI_LANGUAGE: true, SHOW_FEATURE_FLAGS_UI: true };
  const { page } = await visit({ ...settings, config: { FEATURE_FLAGS } });
  await expect(page).toHaveTitle('Einstellungen');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'English' });
  await expect(page).toHaveTitle('Settings');
  await page.getByRole('switch', { name: 'Feature flags' }).check();
  const flag = page.getByText('ENABLE_MULTI_LANGUAGE', { exact: true }).locator('xpath=..');
  await expect(flag).toContainText('Needs a reload.');
});

test('[9.9] ENABLE_ADVANCED_SCANNING (multiple formats, batch processing)', async ({ visit }) => {
  const kindsOf = async (page: Page) => {
    await page.getByText('Code types').click();
    const list = page.getByRole('group').filter({ hasText: 'Code types' }).getByRole('switch');
    await expect(list.first()).toBeVisible();
    return list.count();
  };
  const batch = (page: Page) => page.getByRole('button', { name: 'Batch' });

  const without = await visit({ signedIn: true, path: '/settings' });
  expect(await kindsOf(without.page)).toBe(9);
  await openScanner(without.page);
  await expect(batch(without.page)).toHaveCount(0);

  const config = { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } };
  const { page } = await visit({ signedIn: true, path: '/settings', config });
  expect(await kindsOf(page)).toBeGreaterThan(9);
  await openScanner(page);
  await expect(batch(page)).toBeVisible();
});

test('[9.9] ENABLE_ADVANCED_SCANNING (multiple formats): without it, codes of other formats are not read', async ({
  visit,
}) => {
  const buffer = await drawItf('30712345000010');
  const choose = (page: Page) =>
    page.locator('input[type=file]').setInputFiles({ name: 'itf.png', mimeType: 'image/png', buffer });

  const without = await visit({ signedIn: true, path: '/scanner' });
  await choose(without.page);
  await expect(without.page.getByText('No code found in this image', { exact: true })).toBeVisible();

  const config = { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } };
  const { page } = await visit({ signedIn: true, path: '/scanner', config });
  await choose(page);
  await expect(page).toHaveURL(/\/scan-result\/30712345000010\?scan=/);

  await page.goto('/settings');
  await page.getByText('Code types').click();
  await page.getByRole('switch', { name: 'ITF' }).uncheck();
  await page.goto('/scanner');
  await choose(page);
  await expect(page.getByText('No code found in this image', { exact: true })).toBeVisible();
});

/** A picture of the bars, which is no standard format. */
async function drawItf(text: string): Promise<Buffer> {
  const scene = { symbology: 'itf', text, size: 0.8, seconds: 1 } as const;
  for await (const { data, width, height } of cameraFrames({ width: 1280, height: 720, scenes: [scene] })) {
    return sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
  }
  throw new Error('There is no frame.');
}

test('[9.12] Flags and config come from the runtime configuration object on the window', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    config: `window.SCANTIX_CONFIG = { API_BASE_URL: '/', APP_VERSION: '7.8.9', FEATURE_FLAGS: { SHOW_FEATURE_FLAGS_UI: true } };`,
  });
  await expect(page.getByText('7.8.9')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Feature flags' })).toBeVisible();
});
