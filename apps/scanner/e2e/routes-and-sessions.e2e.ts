import { DEMO_CLERK, SUPERVISOR, signIn } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { follow, readStorage } from './support/visit.ts';

test('empty fields are told beside them and no call is made; a wrong password is told by the catalogue', async ({
  expectedTroubles,
  visit,
}) => {
  // The browser reports every answer of 401, the product every refused sign-in.
  expectedTroubles.push(/status of 401 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
  const { page } = await visit({ path: '/login' });
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Enter your username.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  expect(calls).toEqual([]);

  await page.getByLabel('Username').fill('m.okafor');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
});

test('signing out clears the session on the device and leads to Login', async ({ visit }) => {
  const { page } = await visit();
  await signIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const keys = ['authToken', 'refreshToken', 'tokenExpiration', 'refreshTokenExpiration', 'userData'];
  const kept = await page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);
  expect(kept).toEqual([null, null, null, null, null]);
});

test('the session is restored after a reload, and the theme with it', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  const browserColor = page.locator('[name="theme-color"]');
  await expect(browserColor).toHaveAttribute('content', '#ffffff');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(browserColor).toHaveAttribute('content', '#18191b');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(browserColor).toHaveAttribute('content', '#ffffff');
});

test('who signs out hands no address to the next clerk', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await page.goto('/scan-result/HL-2026-0016');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, { username: 'a.lindqvist', password: 'scantix-demo', name: 'Astrid Lindqvist' });
  await expect(page).toHaveTitle('Scanner');
});

test('without local storage the app says so and works until the tab is closed', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/\[scantix\] session-storage-failed /);
  const { page } = await visit({ path: '/login' });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    // A browser that blocks cookies refuses locks, too.
    LockManager.prototype.request = (name: string) => {
      performance.mark(`asked for ${name}`);
      return Promise.reject(new DOMException('denied', 'SecurityError'));
    };
  });
  await page.reload();
  await signIn(page);
  await expect(page).toHaveTitle('Scanner');
  // The last that asks for one. A refusal that nobody has caught fails the test.
  await page.waitForFunction(() => performance.getEntriesByName('asked for scantix-page').length > 0);
});

const REFUSED_PATH = '/results?outcome=refused';

for (const { who, clerk, path } of [
  { who: 'the same user comes back to the view', clerk: DEMO_CLERK, path: REFUSED_PATH },
  { who: 'another user starts at Home', clerk: SUPERVISOR, path: '/' },
]) {
  test(`after a session that the server has ended, ${who}`, async ({ backend, expectedTroubles, visit }) => {
    expectedTroubles.push(/status of 401/, /\[scantix\] session-refresh-failed /);
    const { page } = await visit({ signedIn: true, path: REFUSED_PATH });
    await expect(page).toHaveTitle('Scan Results');
    const { authToken } = await readStorage(page);
    await fetch(`${backend.origin}/v0/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${authToken}` },
    });
    await page.evaluate(() => dispatchEvent(new Event('token-refresh-needed')));
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, clerk);
    await expect(page).toHaveURL(new URL(path, backend.origin).href);
  });

  test(`after a session that has expired while the app was closed, ${who}`, async ({
    backend,
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(/status of 401/, /\[scantix\] session-refresh-failed /);
    const storage = { tokenExpiration: '1', refreshToken: 'not-issued' };
    const { page } = await visit({ signedIn: true, path: REFUSED_PATH, storage });
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, clerk);
    await expect(page).toHaveURL(new URL(path, backend.origin).href);
  });
}

test('after a sign-out, the same user starts at Home too', async ({ backend, visit }) => {
  const { page } = await visit({ signedIn: true, path: REFUSED_PATH });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page);
  await expect(page).toHaveURL(`${backend.origin}/`);
});

test('a view that somebody asks for after a session has expired opens for whoever signs in', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 401/, /\[scantix\] session-refresh-failed /);
  const storage = { tokenExpiration: '1', refreshToken: 'not-issued' };
  const { page } = await visit({ signedIn: true, path: '/reports', storage });
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, SUPERVISOR);
  await expect(page).toHaveURL(`${backend.origin}/reports`);
});

test('a view that somebody asks for after a sign-out opens after signing in', async ({ backend, visit }) => {
  const { page } = await visit({ signedIn: true, path: '/no/such/path' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await follow(page, '/settings');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page);
  await expect(page).toHaveURL(`${backend.origin}/settings`);
  // The view that is left is nobody's, also for the same user.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await follow(page, '/scan-result/HL-2026-0016');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, SUPERVISOR);
  await expect(page).toHaveURL(`${backend.origin}/`);
});

test('a session that ends in one tab and is signed in again in another leaves the first one where it was', async ({
  backend,
  visit,
}) => {
  const { page, context } = await visit({ signedIn: true, path: REFUSED_PATH });
  await expect(page).toHaveTitle('Scan Results');
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(other);
  await expect(page).toHaveURL(backend.origin + REFUSED_PATH);
});
