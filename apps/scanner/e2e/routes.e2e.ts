import { axeFindings } from './checks/axe.ts';
import { openScanner, signIn, typeCode } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { HELD, runTasks } from './support/visit.ts';

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

test('a code of 8,192 bytes can be reloaded', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  const response = await page.goto(`/scan-result/${encodeURIComponent('€'.repeat(2730))}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByText('2,730 characters')).toBeVisible();
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
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a view that loads after Try again leaves a field that somebody types into alone', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/(?:net::ERR_FAILED|Failed to fetch dynamically imported module).*\/assets\/reports-view-/);
  const { page } = await visit({ signedIn: true });
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await page.route('**/reports-view-*.js', (route) => route.abort());
  await tab('Reports').click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/reports-view-*.js');
  const loads = Promise.withResolvers<void>();
  await page.route('**/reports-view-*.js', (route) => loads.promise.then(() => route.continue()));
  const asked = page.waitForRequest('**/reports-view-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await tab('Scanner').click();
  await page.getByRole('button', { name: 'Type the code' }).click();
  const field = page.getByRole('textbox', { name: 'Barcode' });
  await expect(field).toBeFocused();
  loads.resolve();
  // A second import of the module ends after the first.
  await page.evaluate(async () => {
    const [entry] = performance.getEntriesByType('resource').filter(({ name }) => /reports-view-.*js$/.test(name));
    await import(entry?.name ?? '');
  });
  await runTasks(page);
  await expect(field).toBeFocused();
});
