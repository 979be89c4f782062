import { formatScanResultAddress } from '@scantix/api-contract';
import { formatDate, formatDateTime, formatDay, formatExactTime } from '@scantix/i18n';
import { signInByApi } from './support/api-clerk.ts';
import type { Backend } from './support/backend.ts';
import { OTHER_CLERK, verdict } from './support/clerk.ts';
import { burst } from './support/hardware-scanner.ts';
import { expect, test } from './support/test.ts';
import { follow } from './support/visit.ts';

/** 25 hours behind the device's: it is never the same day. */
const VENUE = 'Pacific/Pago_Pago';
const DEVICE = 'Pacific/Kiritimati';

/** As the operator does. The other clerk's domain, because other tests are in the first one. */
const setZone = (backend: Backend, zone: string) =>
  backend.scantix('domains', 'set', 'Old Mill Theatre', '--time-zone', zone);

test("Home, Results and Reports have the venue's days and hours, and say so, on a device of another time zone", async ({
  backend,
  visit,
}) => {
  await setZone(backend, VENUE);
  try {
    const at = backend.now();
    const clerk = await signInByApi(backend.origin, OTHER_CLERK);
    await clerk.importTickets([{ barcode: `ZONE-${at}`, holder: 'Visitor' }]);
    await clerk.scan(`ZONE-${at}`, at);
    const day = formatDay(new Date(at), 'en', VENUE);
    const { page } = await visit({ clerk: OTHER_CLERK, signedIn: true, timezoneId: DEVICE, ownContext: true });
    await expect(page.getByText(`${day} · this device · Pacific/Pago Pago`)).toBeVisible();

    await follow(page, '/results');
    await expect(page.getByRole('row', { name: /^Today/ })).toContainText(`Today, ${day} · Pacific/Pago Pago`);
    const time = page
      .getByRole('row')
      .filter({ hasText: `ZONE-${at}` })
      .locator('.app-log__time');
    await expect(time).toHaveText(formatExactTime(new Date(at), 'en', VENUE));

    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const from = page.getByLabel('From · Pacific/Pago Pago', { exact: true });
    await from.fill('11/22/26, 01:45');
    await from.press('Enter');
    await expect(page).toHaveURL(/from=2026-11-22T12%3A45/);
    await expect(from).toHaveValue('11/22/26, 01:45');
    // Chromium's picker gives its day to the field that it belongs to.
    await page.locator('.app-filters__picker').first().fill('2026-11-21');
    await expect(from).toHaveValue('11/21/26, 01:45');
    await expect(page).toHaveURL(/from=2026-11-21T12%3A45/);

    await follow(page, formatScanResultAddress({ barcode: `ZONE-${at}` }));
    await expect(page.locator('.app-timeline time')).toHaveText(formatDateTime(new Date(at), 'en', VENUE));

    await follow(page, '/reports');
    await expect(page.getByText(/ · Pacific\/Pago Pago/).first()).toBeVisible();

    await follow(page, '/reports?show=gates');
    await expect(page.getByText(/Last updated \d\d:\d\d · Pacific\/Pago Pago\./)).toBeVisible();
  } finally {
    await setZone(backend, 'UTC');
  }
});

test("a new day begins at the venue's midnight in views that nobody touches", async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  // The session is to be refreshed where the new day is far.
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/, /session-refresh-failed/);
  // Where it is between eleven and midnight now. Signs of these zones are the other way round.
  const at = new Date(backend.now());
  const hour = at.getUTCHours();
  const ahead = 23 - hour > 12 ? -1 - hour : 23 - hour;
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await setZone(backend, zone);
  try {
    const today = formatDay(at, 'en', zone);
    const tomorrow = formatDay(new Date(at.getTime() + 3_600_000), 'en', zone);
    await (await signInByApi(backend.origin, OTHER_CLERK)).importTickets([{ barcode: 'LAST-OF-THE-DAY' }]);
    const { page, context } = await visit({ clerk: OTHER_CLERK, signedIn: true, clock: true, timezoneId: 'UTC' });
    const refused = page.locator('.app-stat').filter({ hasText: 'Refused' }).locator('.app-stat__value');
    await expect(page.getByText(`${today} · this device`)).toBeVisible();
    await burst(page, 'BEFORE-MIDNIGHT');
    await expect(page.getByRole('heading', { name: 'Scan Result' })).toBeVisible();
    await burst(page, 'LAST-OF-THE-DAY');
    await expect(verdict(page, 'Accepted')).toBeVisible();
    await follow(page, '/');
    await expect(refused).toHaveText('1');
    const results = await context.newPage();
    await results.goto('/results?search=BEFORE-MIDNIGHT');
    await expect(results.getByRole('row', { name: `Today, ${today}` })).toBeVisible();
    const camera = await context.newPage();
    await camera.goto('/scanner');
    await expect(camera.getByText('1 in today')).toBeVisible();
    const reports = await context.newPage();
    await reports.goto('/reports');
    await expect(reports.getByText('Remaining', { exact: true })).toBeVisible();
    const gates = await context.newPage();
    await gates.goto('/reports?show=gates');
    const states = gates.getByText(/^(Live|Silent|No device)$/);
    await expect(states.first()).toBeVisible();

    // An answer of the server would tell that the clock of this device has leapt.
    await context.setOffline(true);
    await context.clock.fastForward((60 - at.getUTCMinutes()) * 60_000);
    await expect(page.getByText(`${tomorrow} · this device`)).toBeVisible();
    await expect(refused).toHaveText('0');
    await expect(results.getByRole('row', { name: `Yesterday, ${today}` })).toBeVisible();
    await expect(camera.getByText('0 in today')).toBeVisible();
    // Figures of the day before are none of now.
    const lastUpdated = `Last updated ${formatDate(at, 'en', zone)}, `;
    await expect(gates.getByText(lastUpdated)).toBeVisible();
    await expect(states).toHaveCount(0);
    await expect(async () => {
      await reports.clock.runFor(10_000);
      await expect(reports.getByText(`The server cannot be reached. ${lastUpdated}`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
  } finally {
    await setZone(backend, 'UTC');
  }
});
