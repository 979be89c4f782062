import { signInByApi } from '../support/api-clerk.ts';
import { loseScript } from '../support/faults.ts';
import { serverRecords } from '../support/server-records.ts';
import { expect, test } from '../support/test.ts';
import { tapTwice } from '../support/touch.ts';
import { follow } from '../support/visit.ts';

/** The table of routes; `shows` is something that only this view has. */
const ROUTES = [
  { row: '[2.3] / | Home', path: '/', title: 'Scanner', shows: 'Last scans' },
  { row: '[2.4] /scanner | Scanner', path: '/scanner', title: 'Barcode Scanner', shows: 'Type' },
  {
    row: '[2.5] /scan-result/{barcode}/{mode?} | ScanResult',
    path: '/scan-result/NO-TICKET',
    title: 'Scan Result',
    shows: 'Check only. No entry used',
  },
  { row: '[2.6] /results | Results', path: '/results', title: 'Scan Results', shows: 'Search scans' },
  { row: '[2.7] /reports | Reports', path: '/reports', title: 'Reports', shows: 'Admitted' },
  { row: '[2.8] /settings | Settings', path: '/settings', title: 'Settings', shows: 'This device' },
] as const;

for (const { row, path, title, shows } of ROUTES) {
  test(`${row} | ${title} | auth required: yes`, async ({ visit }) => {
    const signedOut = await visit({ path });
    await expect(signedOut.page).toHaveURL(/\/login$/);
    await expect(signedOut.page).toHaveTitle('Sign In');

    const { page } = await visit({ path, signedIn: true });
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(shows, { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test('[2.2] /login | Login | Sign In | auth required: no', async ({ visit }) => {
  const { page } = await visit({ path: '/login' });
  await expect(page).toHaveTitle('Sign In');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(page.locator('#root').getByLabel('Username')).toBeVisible();
});

test('[2.9] any other path: paths are matched as written', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/SETTINGS' });
  const active = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  for (const path of ['/SETTINGS', '/Scanner', '/settin%67s', '/Scan-Result/NO-TICKET', '/Login']) {
    await page.goto(path);
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page.getByText(path, { exact: true })).toBeVisible();
    await expect(active).toHaveCount(0);
  }
});

test('[2.9] any other path | NotFound | Page Not Found | auth required: no', async ({ visit }) => {
  const signedOut = await visit({ path: '/no/such/path' });
  await expect(signedOut.page).toHaveTitle('Page Not Found');
  await expect(signedOut.page.getByText('/no/such/path')).toBeVisible();
  await expect(signedOut.page).toHaveURL(/\/no\/such\/path$/);

  const { page } = await visit({ path: '/no/such/path', signedIn: true });
  await expect(page).toHaveTitle('Page Not Found');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
});

test('[2.1][1.10] All routes are loaded on demand', async ({ visit }) => {
  const scripts: string[] = [];
  const { page } = await visit({
    signedIn: true,
    prepare: async ({ context }) => context.on('request', (request) => scripts.push(new URL(request.url()).pathname)),
  });
  await expect(page.getByText('Last scans')).toBeVisible();
  const loaded = (view: string) => scripts.some((path) => path.startsWith(`/assets/${view}-view-`));
  const views = ['login', 'scanner', 'scan-result', 'results', 'reports', 'settings', 'not-found'];
  expect(['home', ...views].filter(loaded)).toEqual(['home']);
  for (const [view, path, title] of [
    ['reports', '/reports', 'Reports'],
    ['settings', '/settings', 'Settings'],
    ['results', '/results', 'Scan Results'],
    ['not-found', '/no/such/path', 'Page Not Found'],
    ['scan-result', '/scan-result/NO-TICKET', 'Scan Result'],
    ['scanner', '/scanner', 'Barcode Scanner'],
  ] as const) {
    expect(loaded(view)).toBe(false);
    await follow(page, path);
    await expect(page).toHaveTitle(title);
    await expect.poll(() => loaded(view)).toBe(true);
  }
});

test('[2.10] In /scan-result, barcode is required', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/scan-result' });
  await expect(page).toHaveTitle('Page Not Found');
  await page.goto('/scan-result/');
  await expect(page).toHaveTitle('Page Not Found');
});

test('[2.11] and mode is optional: without it a check, with exit what an exit would get', async ({
  backend,
  visit,
}) => {
  const code = 'CONFORMANCE-MODE';
  await (await signInByApi(backend.origin)).importTickets([{ barcode: code, holder: 'Linnea Dahl' }]);
  const { page } = await visit({ signedIn: true, path: `/scan-result/${code}` });
  const band = page.locator('.app-verdict');
  await expect(band).toHaveText(/^Check only\s*Linnea Dahl/);
  await page.goto(`/scan-result/${code}/exit`);
  await expect(page).toHaveTitle('Scan Result');
  await expect(band).toHaveText(/^Refused Exit\s*No entry recorded/);
  expect(await serverRecords(backend.origin, code)).toEqual([]);
});

for (const mode of ['check', 'entry', 'Exit', 'no-such-mode', '%E0%A4%A']) {
  test(`[2.11] and mode is optional: ${mode} is no exit, so it is a check`, async ({ visit }) => {
    const { page } = await visit({ signedIn: true, path: `/scan-result/HL-2026-0008/${mode}` });
    await expect(page).toHaveTitle('Scan Result');
    await expect(page.locator('.app-verdict')).toHaveText(/^Check only\s*Family Adeyemi/);
  });
}

test('[2.12] A signed-in user opening /login is redirected to Home', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/login' });
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page).toHaveTitle('Scanner');
});

test('[2.13][2.14] A guard sets the document title from the route and sends unauthenticated users to Login when the route needs auth', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/no/such/path' });
  await expect(page).toHaveTitle('Page Not Found');
  await follow(page, '/settings');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('Sign In');
});

for (const { code, path, title } of [
  { code: 'live-camera', path: '/scanner', title: 'Barcode Scanner' },
  { code: 'reports-view', path: '/reports', title: 'Reports' },
]) {
  test(`[2.13] A guard sets the document title from the route: of ${path} also where its code does not load`, async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(new RegExp(`net::ERR_FAILED .*${code}-|dynamically imported module: .*${code}-`));
    const { page } = await visit({
      signedIn: true,
      path: '/settings',
      prepare: ({ context }) => loseScript(context, code),
    });
    await expect(page).toHaveTitle('Settings');
    await page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`).click();
    await expect(page.getByText("This page couldn't load.")).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(title);
  });
}

test('[2.15] Every navigation scrolls to the top', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/settings', viewport: { width: 390, height: 600 } });
  const tabs = page.getByRole('navigation', { name: 'Main' });
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  const scrollDown = () => main.evaluate((view) => view.scrollTo(0, 200));
  const top = () => main.evaluate((view) => view.scrollTop);

  await scrollDown();
  expect(await top()).toBeGreaterThan(0);
  await tabs.getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveTitle('Reports');
  expect(await top()).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await expect.poll(top).toBe(0);

  // To the same path, too.
  await scrollDown();
  expect(await top()).toBeGreaterThan(0);
  await tabs.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(top).toBe(0);
});

test('[2.16] Bottom navigation has four tabs: Home (/), Scanner (/scanner), Reports (/reports), Settings (/settings)', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true });
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(tabs).toHaveText(['Home', 'Scanner', 'Reports', 'Settings']);
  const addresses = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['/', '/scanner', '/reports', '/settings']);
});

test("[2.17][2.18] A tab is active when the current path starts with its path; Home is active only on exactly '/'", async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true });
  const active = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  await expect(active).toHaveText(['Home']);
  for (const [path, tabs] of [
    ['/scanner', ['Scanner']],
    ['/scanner/further/down', ['Scanner']],
    ['/reports', ['Reports']],
    ['/reports/further/down', ['Reports']],
    ['/settings', ['Settings']],
    ['/results', []],
    ['/scan-result/NO-TICKET', []],
    ['/no/such/path', []],
  ] as const) {
    await follow(page, path);
    await expect(active).toHaveText([...tabs]);
  }
});

test("[2.19] If start-up fails, a full-page 'Configuration Error' shows 'Failed to load application configuration.' followed by the error text", async ({
  visit,
}) => {
  const { page } = await visit({ config: '' });
  await expect(page).toHaveTitle('Configuration Error');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuration Error');
  await expect(page.getByRole('main')).toContainText(
    /Failed to load application configuration\.\s*Configuration not found/,
  );
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveText(['Copy details', 'Try again']);
  const whole = await page.locator('#root > *').boundingBox();
  expect(whole).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
});

test.describe('on a touch device', () => {
  const toggles = { first: 'Switch to dark theme', second: 'Switch to light theme' };

  test('[2.20][9.3] Touch devices ignore a second tap within 300 ms', async ({ visit }) => {
    const { page } = await visit({ signedIn: true, hasTouch: true });
    await tapTwice(page, page.getByRole('button', { name: toggles.first }), { gapMs: 290 });
    await expect(page.getByRole('button', { name: toggles.second })).toBeVisible();
    expect(await page.evaluate(() => localStorage.theme)).toBe('dark');
  });

  test('[2.20][9.3] Touch devices ignore a second tap within 300 ms: on a switch and on its label', async ({
    visit,
  }) => {
    const { page } = await visit({ signedIn: true, path: '/settings', hasTouch: true });
    const sounds = page.getByRole('switch', { name: 'Sounds' });
    await expect(sounds).toBeChecked();
    await tapTwice(page, sounds, { gapMs: 290 });
    await expect(sounds).not.toBeChecked();
    await expect.poll(() => page.evaluate(() => localStorage.scannerSounds)).toBe('false');
    await tapTwice(page, page.getByText('Vibration', { exact: true }), { gapMs: 290 });
    await expect(page.getByRole('switch', { name: 'Vibration' })).not.toBeChecked();
  });

  test('[2.20][9.3] and take a second tap after 300 ms', async ({ visit }) => {
    const { page } = await visit({ signedIn: true, hasTouch: true });
    await tapTwice(page, page.getByRole('button', { name: toggles.first }), { gapMs: 310 });
    await expect(page.getByRole('button', { name: toggles.first })).toBeVisible();
    expect(await page.evaluate(() => localStorage.theme)).toBe('light');
  });
});

test('[2.21] Toast messages appear at top-center', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/scanner', viewport: { width: 900, height: 700 } });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  const toast = page.getByText('This image cannot be read').locator('xpath=ancestor::li');
  await expect(toast).toBeVisible();
  await expect.poll(async () => Math.round(middleOf(await toast.boundingBox()))).toBe(450);
  expect((await toast.boundingBox())?.y).toBeLessThan(100);
});

function middleOf(box: { x: number; width: number } | null): number {
  return box ? box.x + box.width / 2 : Number.NaN;
}
