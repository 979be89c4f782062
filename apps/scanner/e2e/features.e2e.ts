import type { Page } from '@playwright/test';
import type { Feature } from '../src/configuration/app-configuration.ts';
import { signInByApi } from './support/api-clerk.ts';
import { openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { rejectScans } from './support/faults.ts';
import { burst } from './support/hardware-scanner.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { follow, formatConfiguration, HELD, heldFor } from './support/visit.ts';

// Each test first sees the area where it is on, so that what it looks for is known to have been there.

/** A configuration with these areas off. */
const without = (...features: readonly Feature[]) => ({
  FEATURES: Object.fromEntries(features.map((feature) => [feature, false])),
  FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true },
});
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const linksTo = (page: Page, path: string) => page.locator(`a[href^="${path}"]`);
const dock = (page: Page) => page.getByRole('toolbar', { name: 'Scanner controls' });

async function expectNotFound(page: Page): Promise<void> {
  await expect(page).toHaveTitle('Page Not Found');
  await expect(page.getByRole('heading', { name: 'Nothing at this address' })).toBeVisible();
}

test('[9.13] reports: no tab, and /reports is Page Not Found: typed, followed and gone back to', async ({ visit }) => {
  const on = await visit({ path: '/reports', signedIn: true, config: without() });
  await expect(on.page).toHaveTitle('Reports');
  await expect(tabs(on.page)).toHaveText(['Home', 'Scanner', 'Reports', 'Settings']);

  const { page } = await visit({ path: '/reports', signedIn: true, config: without('reports') });
  await expectNotFound(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  await expect(tabs(page)).toHaveText(['Home', 'Scanner', 'Settings']);
  await tabs(page).filter({ hasText: 'Settings' }).click();
  await expect(page).toHaveTitle('Settings');
  await page.goBack();
  await expectNotFound(page);
  await page.goForward();
  await follow(page, '/reports/?period=week');
  await expectNotFound(page);

  const signedOut = await visit({ path: '/reports', config: without('reports') });
  await expectNotFound(signedOut.page);
});

test('[9.13] reports: a conflict on Home has no link to them', async ({ backend, visit, expectedTroubles }) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const code = 'FEATURES-CONFLICT';
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: code, holder: 'Ebba Sundqvist', type: 'Day ticket' }]);
  const { context, page } = await visit({ signedIn: true, config: without(), storage: HELD });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await openScanner(page);
  await context.setOffline(true);
  await clerk.scan(code, backend.now());
  await typeCode(page, code);
  await expect(verdict(page, 'Accepted')).toContainText('Ebba Sundqvist');
  await context.setOffline(false);
  await expect.poll(() => serverRecords(backend.origin, code)).toHaveLength(2);
  await page.goto('/');
  const row = page.getByRole('listitem').filter({ hasText: 'Let in offline; already used' }).first();
  await expect(row.getByRole('link', { name: 'Details' })).toBeVisible();

  await backend.configure(formatConfiguration(without('reports')));
  await page.reload();
  await expect(row.getByRole('button', { name: 'Mark resolved' })).toBeVisible();
  await expect(linksTo(page, '/reports')).toHaveCount(0);
  // Other tests of this backend begin without a conflict.
  await row.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(row).toHaveCount(0);
});

test('[9.13] results: no link, no shortcut of the installed app, and /results is Page Not Found', async ({ visit }) => {
  const on = await visit({ signedIn: true, config: without() });
  await expect(linksTo(on.page, '/results')).toHaveText(['All results']);
  expect(await readShortcuts(on.page)).toEqual(['/scanner', '/results']);
  await on.page.goto('/scan-result/NO-TICKET');
  await expect(linksTo(on.page, '/results')).toHaveText(['All results']);

  const { page } = await visit({ signedIn: true, config: without('results') });
  await expect(page.getByText('Last scans')).toBeVisible();
  await expect(linksTo(page, '/results')).toHaveCount(0);
  expect(await readShortcuts(page)).toEqual(['/scanner']);
  await page.goto('/scan-result/NO-TICKET');
  await expect(linksTo(page, '/scanner').filter({ hasText: 'Next scan' })).toBeVisible();
  await expect(linksTo(page, '/results')).toHaveCount(0);
  await page.goto('/results?outcome=refused');
  await expectNotFound(page);
});

test('[9.13] batch: no button, though advanced scanning is on', async ({ visit }) => {
  const on = await visit({ path: '/scanner', signedIn: true, config: without() });
  await expect(dock(on.page).getByRole('button', { name: 'Batch' })).toBeVisible();

  const { page } = await visit({ path: '/scanner', signedIn: true, config: without('batch') });
  await expect(dock(page).getByRole('button', { name: 'Type the code' })).toBeVisible();
  await expect(page.getByText('Batch')).toHaveCount(0);
});

test('[9.13] hardwareScanner: what a keyboard wedge types is no scan, and nothing names one', async ({
  backend,
  visit,
}) => {
  const wide = { width: 1440, height: 900 };
  const on = await visit({ path: '/scanner', signedIn: true, viewport: wide, config: without() });
  await expect(on.page.getByText('Ready for scanner')).toBeVisible();
  await on.page.goto('/settings');
  await expect(on.page.getByText('Hardware scanner')).toBeVisible();
  await burst(on.page, 'FEATURES-WEDGE-ON');
  await expect(on.page).toHaveURL(/FEATURES-WEDGE-ON/);

  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    viewport: wide,
    config: without('hardwareScanner'),
  });
  await expect(page.getByRole('heading', { name: 'Live' })).toBeVisible();
  await expect(page.getByText('Ready for scanner')).toHaveCount(0);
  await burst(page, 'FEATURES-WEDGE-OFF');
  // A code that is recorded after the burst would come after it.
  await typeCode(page, 'FEATURES-WEDGE-TYPED');
  await expect.poll(() => serverRecords(backend.origin, 'FEATURES-WEDGE-TYPED')).toHaveLength(1);
  expect(await serverRecords(backend.origin, 'FEATURES-WEDGE-OFF')).toEqual([]);
  await page.goto('/settings');
  await expect(page.getByText('Code types')).toBeVisible();
  await expect(page.getByText('Hardware scanner')).toHaveCount(0);
});

test('[9.13] imageFile: no button and no file input', async ({ visit }) => {
  const on = await visit({ path: '/scanner', signedIn: true, config: without() });
  await expect(dock(on.page).getByRole('button', { name: 'Scan from image' })).toBeVisible();
  await expect(on.page.locator('input[type=file]')).toHaveCount(1);

  const { page } = await visit({ path: '/scanner', signedIn: true, config: without('imageFile') });
  await expect(dock(page).getByRole('button', { name: 'Type the code' })).toBeVisible();
  await expect(dock(page).getByRole('button', { name: 'Scan from image' })).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

test('[9.13] typedCode: no button', async ({ visit }) => {
  const on = await visit({ path: '/scanner', signedIn: true, config: without() });
  await expect(dock(on.page).getByRole('button', { name: 'Type the code' })).toBeVisible();

  const { page } = await visit({ path: '/scanner', signedIn: true, config: without('typedCode') });
  await expect(dock(page).getByRole('button', { name: 'Scan from image' })).toBeVisible();
  await expect(dock(page).getByRole('button', { name: 'Type the code' })).toHaveCount(0);
});

for (const { off, steps } of [
  { off: [], steps: 'Type the code or choose an image.' },
  { off: ['imageFile'], steps: 'Type the code.' },
  { off: ['typedCode'], steps: 'Choose an image.' },
  { off: ['imageFile', 'typedCode'], steps: 'Connect a camera, or use a device that has one.' },
] as const) {
  test(`[9.13] without a camera and with ${off.join(' and ') || 'nothing'} off, the scanner says: ${steps}`, async ({
    visit,
  }) => {
    const { page } = await visit({
      path: '/scanner',
      signedIn: true,
      config: without(...off),
      prepare: (made) =>
        made.page.addInitScript(() => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
        }),
    });
    await expect(page.getByRole('alert')).toContainText('No camera found');
    await expect(page.getByRole('alert').getByText(steps, { exact: true })).toBeVisible();
  });
}

test('[9.13] export: no CSV, no JSON and no file of rejected scans', async ({ backend, visit }) => {
  const button = (name: string) => page.getByRole('button', { name });
  const { page } = await visit({ path: '/scanner', signedIn: true, config: without() });
  await rejectScans(page);
  await typeCode(page, 'FEATURES-EXPORT');
  await expect(button('Next')).toBeVisible();
  await page.goto('/');
  await expect(button('Save 1 scan as a file')).toBeVisible();
  await page.goto('/reports');
  await expect(button('Export CSV')).toBeVisible();
  await page.goto('/results');
  await expect(button('Export CSV')).toBeVisible();
  await button('Filters').click();
  await expect(button('Export JSON')).toBeVisible();

  await backend.configure(formatConfiguration(without('export')));
  await page.reload();
  await button('Filters').click();
  await expect(page.getByLabel('Reason')).toBeVisible();
  await expect(button('Export')).toHaveCount(0);
  await page.goto('/reports');
  await expect(page.getByText('Inside', { exact: true }).first()).toBeVisible();
  await expect(button('Export')).toHaveCount(0);
  await page.goto('/');
  await expect(button('Send again')).toBeVisible();
  await expect(button('as a file')).toHaveCount(0);
});

test('[9.13] undo: no button on an entry of this device or another, and no filter', async ({ backend, visit }) => {
  const [mine, other] = ['FEATURES-UNDO-MINE', 'FEATURES-UNDO-OTHER'];
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([mine, other].map((barcode) => ({ barcode, holder: 'Tove Lindahl' })));
  const { id } = await clerk.scan(other, backend.now());
  const undo = () => page.getByRole('button', { name: 'Undo' });
  const { page } = await visit({ path: '/scanner', signedIn: true, config: without(), storage: HELD });
  await typeCode(page, mine);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  const addresses = [new URL(page.url()).pathname + new URL(page.url()).search, `/scan-result/${other}?scan=${id}`];
  for (const address of addresses) {
    await page.goto(address);
    await expect(undo()).toBeVisible();
  }
  await page.goto('/results');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('Undo')).toBeVisible();

  await backend.configure(formatConfiguration(without('undo')));
  await page.reload();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('Reason')).toBeVisible();
  await expect(page.getByLabel('Undo')).toHaveCount(0);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('region', { name: 'This code' })).toContainText('1 scan');
    await expect(undo()).toHaveCount(0);
  }
});

test('[9.13] all ten off: the camera still reads a ticket, and no view fails', async ({ backend, open }) => {
  const code = 'FEATURES-ALL-OFF';
  await (await signInByApi(backend.origin)).importTickets([{ barcode: code, holder: 'Signe Holm' }]);
  await backend.configure(
    formatConfiguration(
      without(
        ...(['reports', 'results', 'batch', 'hardwareScanner', 'imageFile'] as const),
        ...(['typedCode', 'export', 'undo', 'install', 'offline'] as const),
      ),
    ),
  );
  const { page } = await open({
    storage: heldFor(3_000),
    camera: [
      { empty: true, seconds: 1 },
      { text: code, symbology: 'qr_code', seconds: 4 },
    ],
  });
  await signIn(page);
  await expect(tabs(page)).toHaveText(['Home', 'Scanner', 'Settings']);
  await tabs(page).filter({ hasText: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'This device' })).toBeVisible();
  await tabs(page).filter({ hasText: 'Scanner' }).click();
  await expect(verdict(page, 'Accepted')).toContainText('Signe Holm');
  await expect(page).toHaveTitle('Barcode Scanner');
  await expect(dock(page)).toHaveCount(0);
  await tabs(page).filter({ hasText: 'Home' }).click();
  await expect(page.getByRole('list').getByRole('link')).toContainText(['Signe Holm']);
  expect(await serverRecords(backend.origin, code)).toMatchObject([{ scan_method: 'camera' }]);
  await backend.configure(null);
});

test('a value that is not true or false is a configuration error, an unknown area a warning', async ({
  visit,
  expectedTroubles,
}) => {
  const wrong = await visit({ config: { FEATURES: { offline: 'no' } } });
  await expect(wrong.page.getByText('FEATURES.offline must be true or false')).toBeVisible();

  expectedTroubles.push(/^console\.warning: FEATURES\.report is unknown/);
  const { page, troubles } = await visit({ path: '/reports', signedIn: true, config: { FEATURES: { report: false } } });
  await expect(page).toHaveTitle('Reports');
  expect(troubles).toHaveLength(1);
});

/** The addresses of the shortcuts in the manifest of the page. */
function readShortcuts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=manifest]') as HTMLLinkElement;
    const { shortcuts } = (await (await fetch(href)).json()) as { shortcuts: { url: string }[] };
    return shortcuts.map(({ url }) => url);
  });
}
