import type { Page } from '@playwright/test';
import { chooseCheckpoint, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';

/** Types as a keyboard wedge does: 8 ms a key by the clock of the keys themselves, however busy the machine is. */
async function burst(page: Page, text: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const startedAt = Date.now() / 1000;
  const press = (key: string, at: number) => {
    const timestamp = startedAt + at * 0.008;
    const code = end === key ? key : `Key${key.toUpperCase()}`;
    const windowsVirtualKeyCode = { Enter: 13, Tab: 9 }[key];
    const typed = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
    const stroke = { key, code, timestamp, ...(windowsVirtualKeyCode && { windowsVirtualKeyCode }) };
    return [
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, ...typed }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke }),
    ];
  };
  await Promise.all([...text, end].flatMap(press));
  await devtools.detach();
}

test('a burst on Home is a scan by hardware, and its result opens', async ({ visit, backend }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await chooseCheckpoint(page, 'Gate A, harbour');
  await burst(page, 'HW-NO-TICKET-1');
  await expect(verdict(page, 'Refused')).toContainText('Not a ticket of this event');
  await expect(page).toHaveURL(/\/scan-result\/HW-NO-TICKET-1\?scan=/);
  await expect
    .poll(() => serverRecords(backend.origin, 'HW-NO-TICKET-1'))
    .toMatchObject([{ scan_method: 'hardware', symbology: 'unknown' }]);
  // Codes in a row stand in one place of the history.
  await burst(page, 'HW-NO-TICKET-2', 'Tab');
  await expect(page).toHaveURL(/HW-NO-TICKET-2/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scanner');
});

test('a burst into the search of Results leaves the search as it was', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  const search = page.getByRole('searchbox', { name: 'Search scans' });
  await search.fill('okafor');
  await burst(page, 'HW-SEARCH-1');
  await expect(page).toHaveURL(/\/scan-result\/HW-SEARCH-1/);
  await page.goBack();
  await expect(page).toHaveURL(/\/results\?search=okafor$/);
  await expect(search).toHaveValue('okafor');
});

test.describe('without a network', () => {
  // The browser reports each call that finds no network.
  test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('a burst while the sign-out question is open signs nobody out and is a scan', async ({ visit }) => {
    const { page, context } = await visit({ path: '/', signedIn: true });
    await chooseCheckpoint(page, 'Gate A, harbour');
    // No service worker keeps the app in these tests: the view of a result is fetched with the first.
    await burst(page, 'HW-ONLINE-1');
    await expect(verdict(page, 'Refused')).toBeVisible();
    await context.setOffline(true);
    await burst(page, 'HW-WAITING-1');
    await expect(page).toHaveURL(/HW-WAITING-1/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out with 1 scan waiting?' });
    await expect(dialog.getByRole('button', { name: 'Sign out' })).toBeFocused();
    await burst(page, 'HW-DIALOG-1');
    await expect(page).toHaveURL(/HW-DIALOG-1/);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('2 scans waiting')).toBeVisible();
  });
});

test('a burst over the camera shows its verdict over the camera', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await burst(page, 'HW-CAMERA-1');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await burst(page, 'HW-CAMERA-2');
  await expect(page).toHaveURL(/HW-CAMERA-2/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
});
