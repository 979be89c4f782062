import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { signInByApi } from './support/api-clerk.ts';
import { chooseCheckpoint, openScanner, typeCode, verdict } from './support/clerk.ts';
import { acceptScans, rejectScans } from './support/faults.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { undoEntry } from './support/undo-entry.ts';
import { HELD } from './support/visit.ts';

// The browser reports each call without a network, and the one that a test answers in place of the server.
test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED|status of 503/] });

const goHome = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();

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

test('two gates offline let the same ticket in: both keep their record, one is in conflict, both clerks and Reports see it', async ({
  backend,
  visit,
}) => {
  const code = '8711253011027';
  const gate = async (name: string, deviceId: string) => {
    const made = await visit({ signedIn: true, storage: { ...HELD, deviceId } });
    await chooseCheckpoint(made.page, name);
    await expect(made.page.getByText('Ready for offline')).toBeVisible();
    await openScanner(made.page);
    await made.context.setOffline(true);
    return made;
  };
  const first = await gate('Gate A, harbour', '1111111111111111.gate-a');
  const second = await gate('Gate B, main hall', '2222222222222222.gate-b');
  for (const { page } of [first, second]) {
    await typeCode(page, code);
    await expect(verdict(page, 'Accepted')).toContainText('Haruto Endo');
  }
  const online = async (context: BrowserContext, records: number) => {
    await context.setOffline(false);
    await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(records);
  };
  await online(first.context, 1);
  await online(second.context, 2);

  const records = await serverRecords(backend.origin, code);
  expect(records.map(({ verdict: { outcome, certainty } }) => [outcome, certainty])).toEqual([
    ['accepted', 'device'],
    ['accepted', 'device'],
  ]);
  expect(records.map(({ conflict }) => conflict?.kind)).toEqual(['already_used', undefined]);
  expect(records[0]?.conflict?.with_scan_id).toBe(records[1]?.id);

  await goHome(second.page);
  await expect(second.page.getByText('Let in offline; already used')).toBeVisible();
  // It happens within a minute, and at once on request.
  await first.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await first.page.getByRole('button', { name: 'Update the tickets' }).click();
  await expect(first.page.getByText('Let in offline; already used')).toBeVisible();
  await first.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  const conflicts = first.page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts).toContainText('Haruto Endo');
  await expect(conflicts).toContainText('Gate A, harbour');
  await expect(conflicts).toContainText('Gate B, main hall');
  const acknowledge = '**/conflicts/*/acknowledge';
  await first.page.route(acknowledge, (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'Shutting down' } }),
  );
  await conflicts.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(first.page.getByRole('listitem').filter({ hasText: 'Not saved' })).toContainText('The server is busy');
  await first.page.unroute(acknowledge);
  await conflicts.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(conflicts).toHaveCount(0);
  const [acknowledged] = await serverRecords(backend.origin, code);
  expect(acknowledged?.conflict?.acknowledged_by).toBe('m.okafor');
});

test('whoever was let out offline without an entry is called let out, wherever the conflict is told of', async ({
  backend,
  visit,
}) => {
  const code = 'LET-OUT-OFFLINE';
  await (await signInByApi(backend.origin)).importTickets([{ barcode: code }]);
  const { page, context } = await visit({
    signedIn: true,
    prepare: (made) => made.context.route('**/tickets/v0/snapshot**', (route) => route.abort('internetdisconnected')),
  });
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('exit');
  await openScanner(page);
  await context.setOffline(true);
  await typeCode(page, code);
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await page.getByRole('button', { name: 'Let out' }).click();
  await expect(page.getByRole('list', { name: 'Last scan' })).toContainText('Let out by the clerk');
  await context.setOffline(false);
  await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
  await goHome(page);
  await expect(page.getByText('Let out offline; no entry recorded')).toBeVisible();

  const { page: other } = await visit({ signedIn: true, storage: { deviceId: '2222222222222222.gate-b' } });
  await expect(other.getByRole('region', { name: 'Decisions to make' })).toContainText(
    'Let out offline; no entry recorded',
  );
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  const conflicts = other.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts).toContainText('Let out offline; no entry recorded');
  await conflicts.getByRole('link').click();
  await expect(other.getByText('Let out offline; no entry recorded.')).toBeVisible();
  await expect(other.getByText('m.okafor decided: let out.')).toBeVisible();
  await other.getByRole('button', { name: 'Undo' }).click();
  const dialog = other.getByRole('alertdialog', { name: 'Take this exit back?' });
  await expect(dialog).toContainText(`The holder of ${code} counts as inside again.`);

  // The tests after this one use the same server.
  await page.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(page.getByText('Let out offline')).toHaveCount(0);
});

test('a scan that the server will not take waits for a person, who sends it again', async ({ backend, visit }) => {
  const code = 'QUARANTINED-1';
  const { page } = await visit({ signedIn: true });
  await rejectScans(page);
  await openScanner(page);
  await typeCode(page, code);
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('The server rejected this scan: duplicate ID.')).toBeVisible();
  await goHome(page);
  const decisions = page.getByRole('region', { name: 'Decisions to make' });
  await expect(decisions).toContainText('The server rejected this scan: duplicate ID');
  await expect(decisions).toContainText(code);
  const waiting = page.locator('.app-stat').filter({ has: page.getByText('Waiting', { exact: true }) });
  await expect(waiting).toContainText('1Saved here');
  const lastScans = page.getByRole('region', { name: 'Last scans' });
  await expect(lastScans.getByRole('listitem').first()).toContainText('The server rejected this scan');
  expect(await serverRecords(backend.origin, code)).toHaveLength(0);

  await acceptScans(page);
  await decisions.getByRole('button', { name: 'Send again' }).click();
  await expect(decisions).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
});

/** Types codes as a hardware scanner does, one behind the other. */
function scanByKeys({ from, count }: { from: number; count: number }): void {
  const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  for (let number = from; number < from + count; number += 1) {
    for (const key of [...`QUARANTINED-${number}`, 'Enter']) press(key);
  }
}

test('of more than 500 scans that the server will not take, the list tells the number, and saves all', async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const { page } = await visit({ signedIn: true });
  await rejectScans(page);
  await openScanner(page);
  // No more at once than a slow machine stores within the five seconds that the storage has.
  const AT_ONCE = 30;
  for (let sent = 0; sent < 501; sent += AT_ONCE) {
    const count = Math.min(AT_ONCE, 501 - sent);
    await page.evaluate(scanByKeys, { from: sent, count });
    await expect(page.getByText(`${sent + count} scans need a decision`)).toBeVisible();
  }
  await goHome(page);
  const decisions = page.getByRole('region', { name: 'Decisions to make' });
  await expect(decisions.getByRole('button', { name: 'Send again' })).toHaveCount(500);
  await expect(decisions).toContainText(/^Decisions to make\s*501/);
  const download = page.waitForEvent('download');
  await decisions.getByRole('button', { name: 'Save 501 scans as a file' }).click();
  const saved = JSON.parse(await readFile(await (await download).path(), 'utf8')) as unknown[];
  expect(saved).toHaveLength(501);
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
