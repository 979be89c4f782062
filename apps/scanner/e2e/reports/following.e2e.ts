import { setTimeout as pause } from 'node:timers/promises';
import { type ApiClerk, signInByApi } from '../support/api-clerk.ts';
import { burst } from '../support/hardware-scanner.ts';
import { expect, test } from '../support/test.ts';
import { follow, HELD } from '../support/visit.ts';
import { admitted, NUMBERS } from './steps.ts';

/** Admits one more visitor with a new ticket. */
async function letOneIn(clerk: ApiClerk, barcode: string): Promise<void> {
  await clerk.importTickets([{ barcode, holder: 'Visitor' }]);
  await clerk.scan(barcode, Date.now());
}

test('numbers that take longer to read than scans to come follow them all the same', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  const { page } = await visit({ path: '/reports', signedIn: true });
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  const before = await admitted(page);
  // The server announces changes every two seconds.
  await page.route(NUMBERS, async (route) => {
    await pause(2_500);
    await route.continue().catch(() => {});
  });
  let count = 0;
  await expect
    .poll(
      async () => {
        count += 1;
        await letOneIn(clerk, `REPORTS-LIVE-${count}`);
        return admitted(page);
      },
      { intervals: [700], timeout: 20_000 },
    )
    .toBeGreaterThan(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('another period is loaded before its figures are shown: none of the one before stand under its name', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/reports', signedIn: true });
  const tile = page.getByText('Remaining', { exact: true });
  await expect(tile).toBeVisible();
  const answered = Promise.withResolvers<void>();
  await page.route(NUMBERS, (route) => answered.promise.then(() => route.continue()));
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(tile).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
  answered.resolve();
  await expect(tile).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the period of the figures is the same after a look at Live gates', async ({ visit }) => {
  const { page } = await visit({ path: '/reports', signedIn: true });
  await page.getByRole('radio', { name: '7 days' }).click();
  await page.getByRole('link', { name: 'Live gates', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Gate A, harbour' })).toBeVisible();
  await page.getByRole('link', { name: 'All figures', exact: true }).click();
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
});

test('a device that shows Live gates is at no gate, unless it has just scanned', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, storage: HELD });
  let said: string | undefined;
  page.on('request', (request) => {
    if (request.url().endsWith('/reports/gates')) said = request.headers()['scantix-waiting'];
  });
  await expect(page.getByText('Last scans')).toBeVisible();
  await follow(page, '/reports?show=gates');
  // What a device says of itself is loaded after the first view.
  await page.keyboard.press('Escape');
  await expect.poll(() => said).toMatch(/^0(;|$)/);
  expect(said).not.toContain('checkpoint');
  await burst(page, 'AT-A-GATE');
  await expect(page.getByRole('heading', { name: 'Scan Result' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => said).toMatch(/checkpoint=[0-9a-f-]{36}$/);
});

test('a report that stays open says when the server has gone, and takes it back', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page, context } = await visit({ path: '/reports', signedIn: true, clock: true });
  await expect(page.getByText('Remaining', { exact: true })).toBeVisible();
  const gone = page.getByText(/The server cannot be reached. Last updated/);
  await expect(gone).toHaveCount(0);
  await context.setOffline(true);
  // Polled every half minute, and at once when the page is visible again.
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(gone).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await context.setOffline(false);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(gone).toHaveCount(0);
});
