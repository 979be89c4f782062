import type { BrowserContext, Page } from '@playwright/test';
import { DEMO_CLERK, OTHER_CLERK, openScanner, SUPERVISOR, signIn, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { follow, readStorage } from './support/visit.ts';

/** Opens the question of Settings whether to reset the device identifier. */
async function ask(page: Page) {
  await page.getByRole('button', { name: 'Reset identifier' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Reset the device identifier?' })).toBeVisible();
}

/** Another tab of the same browser. */
async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/');
  return tab;
}

const headings = (page: Page) => page.getByRole('heading', { level: 1 });
const dialogs = (page: Page) => page.getByRole('alertdialog', { includeHidden: true });

/** Shows a toast that stays for 10 s: the file is no picture. */
async function failToRead(page: Page) {
  await page.locator('input[type="file"]').setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  await expect(page.getByText('This image cannot be read', { exact: true })).toBeVisible();
}

test('[4.40] a step back rejects what is asked, and the title of the view has the focus', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  const { deviceId } = await readStorage(page);
  await ask(page);
  await page.goBack();
  await expect(headings(page)).toHaveText('Scanner');
  await expect(dialogs(page)).toHaveCount(0);
  await expect(headings(page)).toBeFocused();
  expect((await readStorage(page)).deviceId).toBe(deviceId);
});

test('[4.40] any other navigation rejects what is asked', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings' });
  await ask(page);
  await page.evaluate(() => {
    // As a hash link or a router would: without a step that the dialog sees.
    document.querySelector<HTMLAnchorElement>('nav a[href="/reports"]')?.click();
  });
  await expect(headings(page)).toHaveText('Reports');
  await expect(dialogs(page)).toHaveCount(0);
});

test('[4.40] a session that expires rejects what is asked: the next clerk is not asked', async ({
  expectedTroubles,
  visit,
}) => {
  // A call for tickets that begins in the hour that passes at once ends with the session.
  expectedTroubles.push(/session-refresh-failed/, /\[scantix\] api_call .*tickets.*"status":0,"duration":0/);
  const { page } = await visit({
    signedIn: true,
    path: '/settings',
    clock: true,
    config: { OFFLINE_SESSION_GRACE_MS: 0 },
    storage: { refreshToken: null, refreshTokenExpiration: null },
  });
  await ask(page);
  await page.clock.fastForward('01:00:01');
  await expect(page).toHaveTitle('Sign In');
  await expect(dialogs(page)).toHaveCount(0);
  await signIn(page, SUPERVISOR);
  await expect(dialogs(page)).toHaveCount(0);
});

test('[4.40] a sign-out in another tab rejects what is asked: the next clerk is not asked', async ({ visit }) => {
  const { page, context } = await visit({ signedIn: true, path: '/settings' });
  const { deviceId } = await readStorage(page);
  await ask(page);
  const tab = await openTab(context);
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveTitle('Sign In');
  await expect(dialogs(page)).toHaveCount(0);
  await signIn(tab, SUPERVISOR);
  await expect(page).toHaveTitle('Scanner');
  await expect(dialogs(page)).toHaveCount(0);
  expect((await readStorage(page)).deviceId).toBe(deviceId);
});

test('another clerk who signs in by another tab is asked nothing, and told nothing', async ({ backend, visit }) => {
  const { page, context } = await visit({ signedIn: true, path: '/scanner' });
  await failToRead(page);
  await follow(page, '/settings');
  await ask(page);
  // The two writes of a sign-out and a sign-in, as a tab sees them that was suspended meanwhile: only the outcome.
  const other = await visit({ signedIn: true, clerk: SUPERVISOR });
  const { authToken, refreshToken, userData } = await readStorage(other.page);
  const tab = await context.newPage();
  await tab.goto(`${backend.origin}/config.js`);
  await tab.evaluate((entries) => Object.assign(localStorage, entries), { authToken, refreshToken, userData });
  const signedIn = page.getByRole('region', { name: 'Signed in' });
  await expect(signedIn.getByText('Supervisors ·')).toBeVisible();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page.getByText('This image cannot be read', { exact: true })).toHaveCount(0);
});

test('a toast vanishes with its session', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  await failToRead(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveTitle('Sign In');
  await expect(page.getByText('This image cannot be read', { exact: true })).toHaveCount(0);
  await signIn(page, SUPERVISOR);
  await openScanner(page);
  await expect(page.getByText('This image cannot be read', { exact: true })).toHaveCount(0);
});

test('what an ended session still has to say is not shown to the next clerk', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/net::ERR_/);
  const { page, context } = await visit({
    signedIn: true,
    path: '/settings',
    config: { FEATURE_FLAGS: { ENABLE_MULTI_LANGUAGE: true } },
  });
  const held = Promise.withResolvers<void>();
  const catalogAsked = page.waitForRequest('**/assets/de-*.js');
  await context.route('**/assets/de-*.js', async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.getByLabel('Language').selectOption('de');
  await catalogAsked;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveTitle('Sign In');
  await signIn(page, SUPERVISOR);
  const failed = page.waitForEvent('requestfailed');
  held.resolve();
  await failed;
  await openScanner(page);
  await failToRead(page);
  await expect(page.getByText('This language cannot be loaded now', { exact: true })).toHaveCount(0);
});

test('the diagnostics of the next clerk have nothing of the one before', async ({ visit }) => {
  const { page, context } = await visit({ signedIn: true, path: '/scanner' });
  await context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write']);
  const copied = async () => {
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await typeCode(page, 'LEFT-BEHIND-1');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await follow(page, '/settings');
  expect(await copied()).toContain('LEFT-BEHIND-1');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveTitle('Sign In');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await signIn(page, OTHER_CLERK);
  await follow(page, '/settings');
  const text = await copied();
  expect(text).toContain(OTHER_CLERK.name);
  expect(text).not.toContain('LEFT-BEHIND-1');
  expect(text).not.toContain(DEMO_CLERK.name);
  expect(text).not.toContain(DEMO_CLERK.username);
});
