import { signInByApi } from './support/api-clerk.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { undoEntry } from './support/undo-entry.ts';

// The browser reports each call without a network, and the one that a test answers in place of the server.
test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED|status of 503/] });

test('without a network and without tickets a scan is undecided, waits, and is decided by the clerk, or once the network is back', async ({
  backend,
  visit,
}) => {
  const code = 'HL-2026-0002';
  const [turnedAwayCode, letInCode] = ['CANCELLED-WHILE-OFFLINE', 'LET-IN-WHILE-OFFLINE'];
  const tickets = [{ barcode: turnedAwayCode, status: 'cancelled' }, { barcode: letInCode }] as const;
  await (await signInByApi(backend.origin)).importTickets(tickets);
  const { page, context } = await visit({
    signedIn: true,
    prepare: (made) => made.context.route('**/tickets/v0/snapshot**', (route) => route.abort('internetdisconnected')),
  });
  await openScanner(page);
  await context.setOffline(true);
  await typeCode(page, code);
  await expect(verdict(page, 'Undecided')).toContainText('The server cannot be reached');
  await expect(page.getByText('Offline · 1 waiting')).toBeVisible();

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out with 1 scan waiting?' });
  await expect(dialog).toBeVisible();
  // The dialog ignores presses in its first 300 ms.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  for (const [decision, decided] of [
    ['Turned away', turnedAwayCode],
    ['Let in', letInCode],
  ] as const) {
    await typeCode(page, decided);
    await expect(verdict(page, 'Undecided')).toBeVisible();
    await page.getByRole('button', { name: decision }).click();
    await expect(page.getByRole('list', { name: 'Last scan' })).toContainText(`${decision} by the clerk`);
  }

  await context.setOffline(false);
  for (const each of [code, turnedAwayCode, letInCode]) {
    await expect.poll(async () => (await serverRecords(backend.origin, each)).length).toBe(1);
  }
  const [turnedAway] = await serverRecords(backend.origin, turnedAwayCode);
  expect(turnedAway).toMatchObject({ clerk_decision: 'turned_away', verdict: { outcome: 'refused' } });
  const [letIn] = await serverRecords(backend.origin, letInCode);
  expect(letIn?.conflict).toBeUndefined();
  expect(letIn).toMatchObject({ clerk_decision: 'let_in', verdict: { outcome: 'accepted', certainty: 'device' } });
  await expect(page.getByText(/\b1 (scan )?waiting/)).toHaveCount(0);
  await page.goto(`/scan-result/${turnedAwayCode}`);
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('Turned away by the clerk');
});

test('without a network the device decides from its tickets, and says that it did', async ({ backend, visit }) => {
  const { page, context } = await visit({ signedIn: true });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await openScanner(page);
  await context.setOffline(true);

  await typeCode(page, '8711253011157');
  await expect(verdict(page, 'Refused')).toContainText('Not paid');
  await expect(page.locator('.app-verdict').getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();

  await typeCode(page, 'NOT-IN-THE-TICKETS');
  await expect(verdict(page, 'Undecided')).toContainText('Not in the offline tickets');
  await page.getByRole('button', { name: 'Next' }).click();

  await context.setOffline(false);
  await expect.poll(async () => (await serverRecords(backend.origin, 'NOT-IN-THE-TICKETS')).length).toBe(1);
});

test('an entry is taken back, and the ticket can be used again', async ({ backend, visit }) => {
  const code = 'HL-2026-0009';
  const { page } = await visit({ signedIn: true });
  await openScanner(page);
  await typeCode(page, code);
  await expect(verdict(page, 'Attention')).toContainText('wristband');
  await page.getByRole('button', { name: 'Details' }).click();
  await undoEntry(page, { backend, code });
  await expect(page.getByText('Taken back by m.okafor')).toBeVisible();
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('Undone');

  await page.getByRole('link', { name: 'Next scan' }).click();
  await typeCode(page, code);
  await expect(verdict(page, 'Attention')).toContainText('wristband');
});

test('a browser that wrongly reports no network: the server decides, and the page does not say Offline', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true });
  await openScanner(page);
  const answered = page.waitForResponse(/\/scanner\/scans$/);
  await typeCode(page, 'NO-TICKET-EITHER');
  await answered;
  await page.getByRole('button', { name: 'Next' }).click();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    dispatchEvent(new Event('offline'));
  });
  await expect(page.getByText(/^Offline/)).toBeVisible();

  await typeCode(page, 'NOT-A-TICKET');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await expect(page.locator('.app-verdict').getByText('This device')).toHaveCount(0);
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
});

test('how long a device waits for the server, and how old its tickets may be, is what the server says', async ({
  visit,
}) => {
  const HOUR_MS = 3_600_000;
  const visitWith = (limits: object) =>
    visit({
      signedIn: true,
      prepare: ({ context }) =>
        context.route('**/config/v0/scanner', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), ...limits } });
        }),
    });
  const stale = { snapshot_stale_after_ms: 1, snapshot_expires_after_ms: HOUR_MS };
  const { page, context } = await visitWith({ ...stale, decision_budget_ms: 500 });
  await expect(page.getByText('Offline tickets are getting old')).toBeVisible();
  await context.route('**/scanner/scans', async (route) => {
    // Slower than the device waits, and faster than it waits otherwise.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await openScanner(page);
  await typeCode(page, '8711253011157');
  await expect(verdict(page, 'Refused')).toContainText('Not paid');
  await expect(page.locator('.app-verdict').getByText('This device')).toBeVisible();

  const other = await visitWith({ ...stale, snapshot_expires_after_ms: 1 });
  await expect(other.page.getByText('Offline tickets are too old to decide from')).toBeVisible();
});
