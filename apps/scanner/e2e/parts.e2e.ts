import { goHome, scanAtDesk } from './states/steps.ts';
import { signInByApi } from './support/api-clerk.ts';
import { typeCode, verdict } from './support/clerk.ts';
import { rejectScans } from './support/faults.ts';
import { expect, test } from './support/test.ts';

/** The parts of the scanner that load after it. */
const PARTS = /\/assets\/(stream|ribbon|find-tickets)-.*\.js/;

test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED .*\/assets\//] });

test('a part that cannot be loaded takes no scanner with it, and is there once there is a network', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/scanner',
    signedIn: true,
    config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } },
    prepare: ({ page: prepared }) => prepared.route(PARTS, (route) => route.abort('internetdisconnected')),
  });
  const stream = page.getByRole('button', { name: 'Stream', exact: true });
  await stream.click();
  await expect(page.getByText("Stream can't be loaded without a network", { exact: true })).toBeVisible();
  // Each code opens its Scan Result, as without Stream.
  await typeCode(page, 'HL-2026-0014');
  await expect(verdict(page, 'Refused')).toContainText('Blocked');
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('button', { name: 'Search by name' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: "The search can't be loaded without a network" }),
  ).toBeVisible();

  await page.unroute(PARTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox', { name: 'Name or order' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(stream).toHaveAttribute('aria-pressed', 'true');
});

test('decisions that cannot be loaded take no Home with them, and are there once there is a network', async ({
  visit,
}) => {
  const part = /\/assets\/decision-list-.*\.js/;
  const { page } = await visit({
    signedIn: true,
    prepare: async ({ page: prepared }) => {
      await rejectScans(prepared);
      await prepared.route(part, (route) => route.abort('internetdisconnected'));
    },
  });
  await scanAtDesk(page, ['HL-2026-2206']);
  const refused = page.waitForEvent('requestfailed', (request) => part.test(request.url()));
  await goHome(page);
  await refused;
  await expect(page.getByRole('link', { name: 'Scan', exact: true })).toBeVisible();
  await page.unroute(part);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('region', { name: 'Decisions to make' })).toContainText('HL-2026-2206');
});

test.describe('without the server', () => {
  test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('a stream that is switched on after the network is gone goes on', async ({ backend, visit }) => {
    const code = 'STREAM-WITHOUT-SERVER';
    await (await signInByApi(backend.origin)).importTickets([{ barcode: code, holder: 'Stream Visitor' }]);
    const { page, context } = await visit({
      path: '/',
      signedIn: true,
      config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } },
    });
    await expect(page.getByText('Ready for offline')).toBeVisible();
    const loaded = Promise.all(
      ['stream', 'ribbon'].map((name) => page.waitForResponse(new RegExp(`/assets/${name}-.*js`))),
    );
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scanner' }).click();
    await loaded;
    await context.setOffline(true);
    const stream = page.getByRole('button', { name: 'Stream', exact: true });
    await stream.click();
    await expect(stream).toHaveAttribute('aria-pressed', 'true');
    await typeCode(page, code);
    await expect(page.locator('.app-ribbon')).toContainText('Accepted');
  });
});
