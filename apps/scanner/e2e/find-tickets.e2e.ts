import type { Page } from '@playwright/test';
import { signInByApi } from './support/api-clerk.ts';
import { STEWARD, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';

const ORDER = ['Ottoline', 'Quentin', 'Rosalind'].map((name, index) => ({
  barcode: `FIND-000${index + 1}`,
  holder: `${name} Vandermeer`,
  type: 'Weekend pass',
  order: 'WB-77120',
  seat: `Row 4, seat ${12 + index}`,
}));
const CANCELLED = {
  barcode: 'FIND-0004',
  holder: 'Ottoline Brack',
  type: 'Day ticket Sat',
  status: 'cancelled',
} as const;

async function findTickets(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('button', { name: 'Search by name' }).click();
  await page.getByRole('searchbox', { name: 'Name or order' }).fill(text);
}
const choice = (page: Page, name: string) => page.getByRole('checkbox', { name });

test('visitors without a code are found by name, one is checked as a scan, an order together', async ({
  backend,
  visit,
}) => {
  await (await signInByApi(backend.origin)).importTickets([...ORDER, CANCELLED]);
  const { page } = await visit({ signedIn: true, path: '/scanner' });

  await findTickets(page, 'ottoline');
  await expect(choice(page, 'Ottoline Brack')).toHaveAccessibleName(/Day ticket Sat · Cancelled/);
  await page.getByRole('button', { name: 'Check ticket' }).click();
  await expect(page.getByText('Choose a ticket from the list')).toBeVisible();
  await choice(page, 'Ottoline Brack').check();
  // The key of a phone says Search. It hides the keyboard, and the list stays.
  await page.getByRole('searchbox', { name: 'Name or order' }).press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Name or order' })).not.toBeFocused();
  await expect(choice(page, 'Ottoline Brack')).toBeChecked();
  await page.getByRole('button', { name: 'Check ticket' }).click();
  await expect(verdict(page, 'Refused')).toContainText('Cancelled');
  await page.getByRole('button', { name: 'Next' }).click();

  await findTickets(page, 'no such holder');
  const said = page.locator('.app-find__found').getByRole('status');
  await expect(said).toHaveText('No ticket matches');
  await page.getByRole('searchbox', { name: 'Name or order' }).fill('rosalind vander');
  await expect(said).toHaveText('1 ticket');
  await page.getByRole('button', { name: 'Whole order' }).click();
  await page.getByRole('button', { name: 'Choose all 3' }).click();
  await choice(page, 'Quentin Vandermeer').uncheck();
  await page.getByRole('button', { name: 'Check 2 tickets' }).click();
  const checked = page.getByRole('log', { name: 'Scans of this batch' });
  await expect(checked.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('2 in', { exact: true })).toBeVisible();
  for (const [index, count] of [1, 0, 1].entries()) {
    await expect.poll(async () => (await serverRecords(backend.origin, `FIND-000${index + 1}`)).length).toBe(count);
  }
  await page.getByRole('button', { name: 'Next' }).click();

  await findTickets(page, 'WB-77120');
  await expect(choice(page, 'Rosalind Vandermeer')).toHaveAccessibleName(/Weekend pass · Row 4, seat 14 · Inside/);
  await expect(choice(page, 'Quentin Vandermeer')).toHaveAccessibleName(/Weekend pass · Row 4, seat 13$/);
});

test('in an open batch, tickets that could not be stored stay chosen, and the others are recorded once', async ({
  backend,
  visit,
}) => {
  const tickets = ORDER.map((row, index) => ({ ...row, barcode: `LOST-000${index + 1}`, order: 'WB-77121' }));
  await (await signInByApi(backend.origin)).importTickets(tickets);
  const { page } = await visit({
    signedIn: true,
    path: '/scanner',
    config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } },
  });
  await page.getByRole('button', { name: 'Batch' }).click();
  await findTickets(page, 'WB-77121');
  await page.getByRole('button', { name: 'Choose all 3' }).click();
  await page.evaluate(failOnceToEncrypt, 'LOST-0002');
  await page.getByRole('button', { name: 'Check 3 tickets' }).click();
  await expect(page.getByText('Not recorded: scan again', { exact: true })).toBeVisible();
  await expect(choice(page, 'Quentin Vandermeer')).toBeChecked();
  await page.getByRole('button', { name: 'Check ticket' }).click();
  const checked = page.getByRole('log', { name: 'Scans of this batch' });
  await expect(checked.getByRole('listitem')).toHaveCount(3);
  for (const { barcode } of tickets) {
    await expect.poll(async () => (await serverRecords(backend.origin, barcode)).length).toBe(1);
  }
});

/** Runs in the page: a scan of a code cannot be stored, once. */
function failOnceToEncrypt(barcode: string): void {
  const { encrypt } = SubtleCrypto.prototype;
  let failed = false;
  SubtleCrypto.prototype.encrypt = function (algorithm, key, data) {
    if (failed || !new TextDecoder().decode(data).includes(barcode)) return encrypt.call(this, algorithm, key, data);
    failed = true;
    return Promise.reject(new DOMException('as the test says', 'OperationError'));
  };
}

test.describe('without the server', () => {
  test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('a search says so, and finds once it is back', async ({ visit }) => {
    const { page } = await visit({ signedIn: true, path: '/scanner' });
    await findTickets(page, '');
    await page.route('**/tickets/v0/search', (route) => route.abort('internetdisconnected'));
    await page.getByRole('searchbox', { name: 'Name or order' }).fill('nobody has this name');
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await page.unroute('**/tickets/v0/search');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No ticket matches')).toBeVisible();
  });
});

test('a search that the server refuses says why', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/status of 403/);
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  const refusal = { success: false, code: 'forbidden', message: 'Your workgroup has no right to do this' };
  await page.route('**/tickets/v0/search', (route) => route.fulfill({ status: 403, json: refusal }));
  await findTickets(page, 'Vandermeer');
  await expect(page.getByText('You are not allowed to do this.')).toBeVisible();
});

test('characters that nobody sees around a copied name are no part of a search', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, path: '/scanner' });
  const asked = page.waitForRequest('**/tickets/v0/search');
  await findTickets(page, '\u202aVandermeer\u202c\u200b');
  expect((await asked).postDataJSON()).toEqual({ query: 'Vandermeer' });
});

test('a clerk who only scans has no search by name', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, clerk: STEWARD, path: '/scanner' });
  await page.getByRole('button', { name: 'Type the code' }).click();
  await expect(page.getByRole('button', { name: 'Check code' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search by name' })).toHaveCount(0);
});
