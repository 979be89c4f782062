import type { BrowserContext, Page } from '@playwright/test';
import { goHome, scanAtDesk, turnClock } from '../states/steps.ts';
import { signInByApi } from '../support/api-clerk.ts';
import { SHIFT_CLOCK } from '../support/backend.ts';
import { typeCode } from '../support/clerk.ts';
import { rejectScans } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { undoEntry } from '../support/undo-entry.ts';

/** No request for Reports reaches the server; scans still do. */
function loseReports(context: BrowserContext): Promise<unknown> {
  return context.route('**/scantix/v0/reports/**', (route) => route.abort('internetdisconnected'));
}

/** Adds copies of the newest scan to the log of the device: counted, though nobody can open them. */
function copyNewestScan(page: Page, count: number): Promise<void> {
  return page.evaluate(async (copies) => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('scantix-scan-ledger'));
    const log = database.transaction('log', 'readwrite').objectStore('log');
    const newest = (await settled(log.openCursor(null, 'prev')))?.value;
    const puts = Array.from({ length: copies }, (_, copy) =>
      settled(log.put({ ...newest, id: newest.id.slice(0, -6) + String(copy).padStart(6, '0') })),
    );
    await Promise.all(puts);
    database.close();
  }, count);
}

test('without the server neither a check nor an undone entry counts as accepted', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const codes = ['REPORTS-UNDONE', 'REPORTS-IN', 'REPORTS-LOOKED'] as const;
  await (await signInByApi(backend.origin)).importTickets(codes.map((barcode) => ({ barcode })));
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) => loseReports(context),
  });
  await scanAtDesk(page, ['REPORTS-UNDONE']);
  await undoEntry(page, { backend, code: 'REPORTS-UNDONE' });
  await scanAtDesk(page, ['REPORTS-IN']);
  await goHome(page);
  await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Check' });
  await scanAtDesk(page, ['REPORTS-LOOKED']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText(
    'Accepted1Check only1Scanned again0Refused0Undecided0Undone1',
  );
});

test('a month without scans is told to choose no longer period: there is none', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page } = await visit({
    path: '/reports?period=week',
    signedIn: true,
    ownContext: true,
    prepare: ({ context }) => loseReports(context),
  });
  const main = page.getByRole('main');
  await expect(main.getByText('Choose a longer period')).toBeVisible();
  await page.getByRole('radio', { name: '30 days' }).click();
  await expect(main.getByText('No scans in this period')).toBeVisible();
  await expect(main.getByText('Choose a longer period')).toHaveCount(0);
});

test('without the server the scans of this device are counted, those of the period alone', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page } = await visit({
    signedIn: true,
    prepare: async ({ context, page: made }) => {
      await made.addInitScript('globalThis.CLOCK_AHEAD_MS = 0;');
      await made.addInitScript({ path: SHIFT_CLOCK });
      await loseReports(context);
    },
  });
  await scanAtDesk(page, ['REPORTS-HOUR-1']);
  await turnClock(page, 120);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText('Refused1');
  await page.getByRole('radio', { name: 'Last hour' }).click();
  await expect(page.getByText('Choose a longer period')).toBeVisible();
  await goHome(page);
  await scanAtDesk(page, ['REPORTS-HOUR-2']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('radio', { name: 'Last hour' }).click();
  await expect(page.getByRole('region', { name: 'Refused, by reason' })).toContainText('Not a ticket for this event1');
});

for (const { status, code, words } of [
  { status: 403, code: 'forbidden', words: 'You are not allowed to do this.' },
  { status: 503, code: 'unavailable', words: 'The server is busy: try again in a minute.' },
]) {
  test(`an answer with status ${status} is not called a server that cannot be reached`, async ({
    expectedTroubles,
    visit,
  }) => {
    expectedTroubles.push(new RegExp(`status of ${status}`), /\[scantix\] api_call/);
    const refuse = (page: Page) =>
      page.route('**/scantix/v0/reports/{summary,timeline,breakdown,gates}**', (route) =>
        route.fulfill({ status, json: { success: false, code, message: 'Refused', retry_after_ms: 100 } }),
      );
    const { page } = await visit({ signedIn: true, clock: true, prepare: ({ page }) => refuse(page) });
    const main = page.getByRole('main');
    for (const link of ['Reports', 'Live gates']) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await expect(async () => {
        await page.clock.runFor(5_000);
        await expect(main.getByText(words)).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByText('Last updated')).toBeVisible();
    await page.getByRole('link', { name: 'All figures' }).click();
    await expect(main.getByText('Remaining', { exact: true })).toBeVisible();
    await refuse(page);
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(main.getByText(`${words} Last updated`)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(main.getByRole('status').filter({ hasText: 'cannot be reached' })).toHaveCount(0);
  });
}

test('without the server, thousands of scans of this device are written as other numbers are', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) => loseReports(context),
  });
  await scanAtDesk(page, ['REPORTS-THOUSANDS']);
  await copyNewestScan(page, 1_233);
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'By outcome' })).toContainText('Refused1,234');
});

test('a rejected scan that this device can no longer read is told where the strip leads', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await rejectScans(page);
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await typeCode(page, 'REJECTED-UNREADABLE');
  await expect(page.locator('.app-verdict')).toBeVisible();
  await goHome(page);
  await expect(page.getByRole('link', { name: '1 scan needs a decision' })).toBeVisible();
  await copyNewestScan(page, 1);
  await page.goto('/');
  await page.getByRole('link', { name: '2 scans need a decision' }).click();
  const decisions = page.getByRole('region', { name: 'Decisions to make' });
  await expect(decisions.getByText('1 rejected scan can no longer be read on this device.')).toBeVisible();
  await expect(decisions.getByRole('button', { name: 'Save 1 scan as a file' })).toBeVisible();
});
