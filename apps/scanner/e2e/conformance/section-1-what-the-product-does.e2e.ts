import type { Page } from '@playwright/test';
import { openScanner, typeCode } from '../support/clerk.ts';
import { serverRecords } from '../support/server-records.ts';
import { expect, test } from '../support/test.ts';
import { readStorage } from '../support/visit.ts';

const header = (page: Page) => page.getByRole('banner');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('[1.2] The shell has a top header and a bottom navigation bar', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await expect(header(page)).toBeVisible();
  const top = await header(page).boundingBox();
  const bottom = await navigation(page).boundingBox();
  expect(top).toMatchObject({ x: 0, y: 0, width: 390 });
  expect(bottom).toMatchObject({ x: 0, width: 390 });
  expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBe(844);
});

test('[1.3] both shown only while the session is valid: not before sign-in, not after sign-out', async ({ visit }) => {
  const signedOut = await visit({ path: '/no/such/path' });
  await expect(signedOut.page).toHaveTitle('Page Not Found');
  await expect(header(signedOut.page)).toHaveCount(0);
  await expect(navigation(signedOut.page)).toHaveCount(0);

  const { page } = await visit({ signedIn: true, path: '/no/such/path' });
  await expect(header(page)).toBeVisible();
  await expect(navigation(page)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(header(page)).toHaveCount(0);
  await expect(navigation(page)).toHaveCount(0);
});

test('[1.3] both shown only while the session is valid: not once it has expired', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_FAILED /, /\[scantix\] (?:session-refresh-failed |api_call .*"status":0,)/);
  const { page } = await visit({
    signedIn: true,
    clock: true,
    config: { OFFLINE_SESSION_GRACE_MS: 0 },
    prepare: ({ context }) => context.route('**/v0/auth/refresh', (route) => route.abort()),
  });
  await expect(header(page)).toBeVisible();
  await page.clock.fastForward('01:00:01');
  await expect(page).toHaveURL(/\/login$/);
  await expect(header(page)).toHaveCount(0);
  await expect(navigation(page)).toHaveCount(0);
  // Nobody has signed out: a refresh would make it valid again.
  expect(await readStorage(page)).toMatchObject({ refreshToken: expect.any(String), userData: expect.any(String) });
});

test('[1.4][1.6] The header shows the page title, a light/dark theme toggle, a settings button and a sign-out button', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true, path: '/reports' });
  await expect(header(page).getByRole('heading', { level: 1 })).toHaveText('Reports');
  await expect(header(page).getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await expect(header(page).getByRole('button', { name: 'Sign out' })).toBeVisible();
  await header(page).getByRole('button', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(header(page).getByRole('heading', { level: 1 })).toHaveText('Settings');
});

test('[1.7] The page content is padded only while the session is valid', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings' });
  await expect(page.locator('.stx-page.app-settings')).toBeVisible();
  expect(await sidePadding(page)).toBe(16);
  await page.goto('/no/such/path');
  await expect(page.getByText('/no/such/path')).toBeVisible();
  expect(await sidePadding(page)).toBe(16);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(header(page)).toHaveCount(0);
  await expect(page.getByText('/no/such/path')).toBeVisible();
  expect(await sidePadding(page)).toBe(0);
});

test('[1.7] ... not while it is not known yet whether there is one', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    // The session waits for a refresh that does not answer.
    storage: { tokenExpiration: '1' },
    prepare: ({ context }) => context.route('**/v0/auth/refresh', () => new Promise<never>(() => {})),
  });
  await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
  await expect(header(page)).toHaveCount(0);
  expect(await sidePadding(page)).toBe(0);
});

test('[1.7] ... over the camera too, but on a phone', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  for (const [width, height, padding] of [
    [390, 844, 0],
    [844, 390, 0],
    [820, 1180, 24],
    [1440, 900, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
    expect(await sidePadding(page)).toBe(padding);
  }
});

/** The padding left of the content, in pixels: of the view, of its page, and of what scrolls them. */
function sidePadding(page: Page): Promise<number> {
  return page.locator('main, main > *, main .stx-page').evaluateAll((boxes) => {
    const sum = (side: 'paddingLeft' | 'paddingRight') =>
      boxes.reduce((total, box) => total + Number.parseFloat(getComputedStyle(box)[side]), 0);
    return Math.max(sum('paddingLeft'), sum('paddingRight'));
  });
}

test('[1.1][1.8] The product records barcode scans', async ({ backend, visit }) => {
  const { page } = await visit({ signedIn: true });
  await openScanner(page);
  await typeCode(page, 'CONFORMANCE-SECTION-1');
  await expect(page).toHaveURL(/\/scan-result\/CONFORMANCE-SECTION-1\?scan=/);
  await expect.poll(() => serverRecords(backend.origin, 'CONFORMANCE-SECTION-1')).toHaveLength(1);
});
