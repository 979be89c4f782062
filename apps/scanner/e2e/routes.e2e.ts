import { axeFindings } from './checks/axe.ts';
import { DEMO_CLERK, openScanner, SUPERVISOR, signIn, typeCode } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { follow, HELD, readStorage } from './support/visit.ts';

const GUARDED = [
  ['/', 'Scanner'],
  ['/scanner', 'Barcode Scanner'],
  ['/scan-result/HL-2026-0016', 'Scan Result'],
  ['/results', 'Scan Results'],
  ['/reports', 'Reports'],
  ['/settings', 'Settings'],
] as const;

test('a signed-out visitor of a guarded path signs in and comes back to it, under its title', async ({ visit }) => {
  const { page } = await visit({ path: '/results?outcome=refused' });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('Sign In');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await signIn(page);
  await expect(page).toHaveURL(/\/results\?outcome=refused$/);

  for (const [path, title] of GUARDED) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await page.goto('/login');
  await expect(page).toHaveTitle('Scanner');
  await page.goto('/no/such/path');
  await expect(page).toHaveTitle('Page Not Found');
  await expect(page.getByText('/no/such/path')).toBeVisible();
});

test('a deep link keeps its fragment through signing in', async ({ visit }) => {
  const { page } = await visit({ path: '/#decisions' });
  await signIn(page);
  await expect(page).toHaveURL(/\/#decisions$/);
});

test('the page of an unknown address has a heading of the first level for everybody', async ({ visit }) => {
  const { page } = await visit({ path: '/no/such/path' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing at this address');
});

test('an address with a code that is too long for one is unknown', async ({ visit }) => {
  const { page } = await visit({ path: `/scan-result/${'9'.repeat(8_193)}`, signedIn: true });
  await expect(page.getByRole('heading', { name: 'Nothing at this address' })).toBeVisible();
});

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

test('the bars of the browser follow the system at Sign In, too', async ({ visit }) => {
  const { page } = await visit({ path: '/login', colorScheme: 'light' });
  const browserColor = page.locator('[name="theme-color"]');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(browserColor).toHaveAttribute('content', '#ffffff');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(browserColor).toHaveAttribute('content', '#18191b');
});

test('a saved dark theme is there before the app is: no white flash at a night gate', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_FAILED .*\/assets\//);
  const { page } = await visit({
    path: '/login',
    storage: { theme: 'dark' },
    prepare: ({ context }) => context.route('**/assets/*.js', (route) => route.abort()),
  });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.locator('[name="theme-color"]')).toHaveAttribute('content', '#18191b');
});

test('without a configuration the page says so and nothing else starts', async ({ backend, visit }) => {
  await backend.configure('');
  const { page } = await visit();
  await expect(page).toHaveTitle('Configuration Error');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuration Error');
  await expect(page.getByText('Failed to load application configuration.')).toBeVisible();
  await expect(page.getByText('Configuration not found')).toBeVisible();
  await backend.configure('window.SCANTIX_CONFIG = {};');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('API_BASE_URL is required in configuration')).toBeVisible();
  await backend.configure(null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveTitle('Sign In');
});

test('a code with every awkward character survives the address, the server and the screen', async ({ visit }) => {
  const code = 'HL/2026?seat=A 12&row=100%#north';
  const { page } = await visit({ signedIn: true, storage: HELD });
  await openScanner(page);
  await typeCode(page, code);
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toContainText('Zoë Martin');
  await page.goto('/results');
  await page.getByRole('link', { name: 'Zoë Martin' }).click();
  await expect(page.getByRole('heading', { name: 'Raw code' }).locator('..').locator('..')).toContainText(code);
});

test('a path with a slash at its end is the same view', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await page.goto('/scanner/');
  await expect(page).toHaveTitle('Barcode Scanner');
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
});

test('a scan result that names no code is a page that is not found', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await page.goto('/scan-result/');
  await expect(page).toHaveTitle('Page Not Found');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
});

test('typing in the search of Results keeps the focus there', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await page.goto('/results');
  await page.getByRole('searchbox', { name: 'Search scans' }).pressSequentially('HL-2026');
  await expect(page.getByRole('searchbox', { name: 'Search scans' })).toHaveValue('HL-2026');
  await expect(page).toHaveURL(/search=HL-2026$/);
});

test('who signs out hands no address to the next clerk', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await page.goto('/scan-result/HL-2026-0016');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, { username: 'a.lindqvist', password: 'scantix-demo', name: 'Astrid Lindqvist' });
  await expect(page).toHaveTitle('Scanner');
});

test('a code of 8,192 bytes can be reloaded', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  const response = await page.goto(`/scan-result/${encodeURIComponent('€'.repeat(2730))}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByText('2,730 characters')).toBeVisible();
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

test('what a view that cannot be loaded has said can be read in the dark frame of the camera', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/(?:net::ERR_FAILED|Failed to fetch dynamically imported module).*\/assets\/scanner-view-/);
  const { page } = await visit({
    signedIn: true,
    prepare: (made) => made.page.route('**/scanner-view-*.js', (route) => route.abort()),
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scanner' }).click();
  await expect(page.getByRole('alert')).toContainText('scanner-view');
  expect(await axeFindings(page, { only: 'color-contrast' })).toEqual([]);
});

test('a view whose code cannot be loaded costs no other view, and is shown when it can', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/(?:net::ERR_FAILED|Failed to fetch dynamically imported module).*\/assets\/reports-view-/);
  const { page, context } = await visit({ signedIn: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await page.route('**/reports-view-*.js', (route) => route.abort());
  await tab('Reports').click();
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  await expect(failed).toBeVisible();
  // Nobody is told of it: no error reporter is configured, and without a network none could be reached.
  await expect(page.getByText('reported')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/reports-view-[\s\S]*\nBuild \S{7}\n20/);

  await tab('Scanner').click();
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect(failed).toHaveCount(0);
  await tab('Reports').click();
  await expect(failed).toBeVisible();
  await page.unroute('**/reports-view-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: 'Period' })).toBeVisible();
});
