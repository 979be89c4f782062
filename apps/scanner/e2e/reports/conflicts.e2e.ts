import type { Locator, Page } from '@playwright/test';
import { goHome } from '../states/steps.ts';
import { stopTheClock } from '../states/view-state.ts';
import { signInByApi } from '../support/api-clerk.ts';
import { openScanner, typeCode } from '../support/clerk.ts';
import { acceptScans, rejectScans } from '../support/faults.ts';
import { expect, test } from '../support/test.ts';
import { runTasks } from '../support/visit.ts';
import { admitted } from './steps.ts';

test.afterEach(async ({ backend }) => {
  // Other tests of this backend begin without a conflict.
  await (await signInByApi(backend.origin)).acknowledgeConflicts();
});

test('more conflicts than a page, and more devices than a breakdown names, are all counted', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  const barcodes = Array.from({ length: 51 }, (_, number) => `MANY-${number}`);
  await clerk.importTickets(barcodes.map((barcode) => ({ barcode, holder: 'Visitor' })));
  await clerk.scanInConflict(barcodes, Date.now());
  const { page } = await visit({ path: '/reports', signedIn: true });
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByRole('listitem')).toHaveCount(50);
  await expect(page.getByRole('link', { name: '50+ scans need a decision' })).toBeVisible();
  await conflicts.getByRole('button', { name: /^Show more: 50 of / }).click();
  await expect(conflicts.getByRole('listitem')).toHaveCount(51);
  await expect(conflicts.getByRole('listitem').last().getByRole('link').first()).toBeFocused();
  await expect(conflicts.getByRole('button', { name: /^Show more/ })).toHaveCount(0);

  const devices = page.getByRole('region', { name: 'Admitted, by device' });
  await expect(devices.getByText(/^\d+ others$/)).toBeVisible();
  await expect(devices.locator('header p')).toHaveText((await admitted(page)).toLocaleString('en-US'));
});

test('a conflict, and the history of its code, have the arrival of a scan whose claimed time is in doubt', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'IN-DOUBT', holder: 'Visitor' }]);
  await clerk.scanInConflict(['IN-DOUBT'], 0);
  const { page } = await visit({ path: '/reports', signedIn: true });
  const scan = page.getByRole('region', { name: 'Conflicts' }).getByRole('listitem').getByRole('link').first();
  await expect(scan).toContainText(/\d\d\/\d\d\/\d\d,/);
  await expect(scan).not.toContainText(/\/(69|70),/);
  await scan.click();
  const history = page.getByRole('region', { name: 'This code' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  for (const time of await history.locator('time').all()) await expect(time).toHaveAttribute('datetime', /^20/);
});

test('a conflict that is marked resolved in Reports needs no decision on this device any more', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  const barcodes = ['RESOLVED-1', 'RESOLVED-2'];
  await clerk.importTickets(barcodes.map((barcode) => ({ barcode, holder: 'Visitor' })));
  await clerk.scanInConflict(barcodes, Date.now());
  const { page } = await visit({ path: '/reports', signedIn: true, clock: true });
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('link', { name: '2 scans need a decision' })).toBeVisible();
  // Without the turn that asks for the open conflicts every minute.
  await stopTheClock(page);
  await conflicts.getByRole('button', { name: 'Mark resolved' }).first().click();
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(page.getByRole('link', { name: '1 scan needs a decision' })).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000 });
});

test('a conflict that another supervisor resolves leaves the focus to the title, in Reports and on Home', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  const title = (page: Page) => page.getByRole('heading', { level: 1 });
  for (const { path, list } of [
    { path: '/reports', list: 'Conflicts' },
    { path: '/', list: 'Decisions to make' },
  ]) {
    const barcodes = [`${list} 1`, `${list} 2`];
    await clerk.importTickets(barcodes.map((barcode) => ({ barcode, holder: 'Visitor' })));
    await clerk.scanInConflict(barcodes, Date.now());
    const { page } = await visit({ path, signedIn: true, clock: true });
    const conflicts = page.getByRole('region', { name: list });
    await expect(conflicts.getByRole('listitem')).toHaveCount(2);
    await conflicts.getByRole('button', { name: 'Mark resolved' }).last().focus();
    await clerk.acknowledgeConflicts();
    // A device asks for its open conflicts every minute.
    await page.clock.fastForward(61_000);
    await expect(conflicts).toHaveCount(0);
    await expect.soft(title(page), path).toBeFocused();
  }
});

test('an answer that comes after its view was left takes no focus', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'LEFT-BEHIND', holder: 'Visitor' }]);
  await clerk.scanInConflict(['LEFT-BEHIND'], Date.now());
  const { page } = await visit({ path: '/', signedIn: true });
  const answered = Promise.withResolvers<void>();
  await page.route('**/conflicts/*/acknowledge', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const decisions = page.getByRole('region', { name: 'Decisions to make' });
  await decisions.getByRole('button', { name: 'Mark resolved' }).click();
  await openScanner(page);
  await page.getByRole('button', { name: 'Type the code' }).click();
  const field = page.getByRole('textbox', { name: 'Barcode' });
  await expect(field).toBeFocused();
  const answer = page.waitForResponse(/acknowledge$/);
  answered.resolve();
  await (await answer).finished();
  await expect(page.getByRole('link', { name: '1 scan needs a decision' })).toHaveCount(0);
  await runTasks(page);
  await expect(field).toBeFocused();
});

test('a decision that comes after the one that was asked for takes no focus', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  const barcodes = ['ASKED-FOR', 'COMES-LATER'];
  await clerk.importTickets(barcodes.map((barcode) => ({ barcode, holder: 'Visitor' })));
  await clerk.scanInConflict(['ASKED-FOR'], Date.now());
  const { page } = await visit({ path: '/settings', signedIn: true, clock: true });
  await page.getByRole('link', { name: '1 scan needs a decision' }).click();
  const decisions = page.getByRole('region', { name: 'Decisions to make' });
  await page.clock.runFor(100);
  await expect(decisions.locator('..')).toBeFocused();
  await decisions.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(decisions).toHaveCount(0);
  const select = page.getByRole('combobox', { name: 'Checkpoint' });
  await select.focus();
  await clerk.scanInConflict(['COMES-LATER'], Date.now());
  // A device asks for its open conflicts every minute.
  await page.clock.fastForward(61_000);
  await expect(decisions).toBeVisible();
  await page.clock.runFor(100);
  await expect(select).toBeFocused();
});

test('conflicts that cannot be loaded are not left out: the list says so, and tries again', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 500/, /\[scantix\] api_call/);
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'UNLOADED', holder: 'Visitor' }]);
  await clerk.scanInConflict(['UNLOADED'], Date.now());
  const { context, page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/scanner/conflicts?*', (route) =>
        route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'Broken' } }),
      ),
  });
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts.getByText('Cannot be loaded now')).toBeVisible();
  await context.unroute('**/scantix/v0/scanner/conflicts?*');
  await conflicts.getByRole('button', { name: 'Try again' }).click();
  await expect(conflicts.getByRole('listitem')).toHaveCount(1);
});

test('a device without a name has the same short name in Live gates and in a conflict', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'SHORT-NAME', holder: 'Visitor' }]);
  await clerk.scanInConflict(['SHORT-NAME'], Date.now());
  const { page } = await visit({
    path: '/reports',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', async (route) => {
        const response = await route.fetch();
        const live = await response.json();
        const devices = live.devices.map((device: object) => ({
          ...device,
          id: '0123456789abcdef.uvwxyz',
          name: null,
        }));
        await route.fulfill({ response, json: { ...live, devices } });
      }),
  });
  await page.route('**/scantix/v0/scanner/conflicts**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: JSON.parse(
        (await response.text()).replaceAll(/"device_id":"[^"]*"/g, '"device_id":"0123456789abcdef.uvwxyz"'),
      ),
    });
  });
  const shown = page.getByRole('region', { name: 'Conflicts' }).getByRole('listitem').first();
  await expect(shown).toContainText(/ · uvwxyz/);
  await page.getByRole('link', { name: 'Live gates', exact: true }).click();
  await expect(page.locator('.app-gate__devices strong').first()).toHaveText('uvwxyz');
});

/** What words may be: a login name as many companies have them, and a code as tickets with a signature have them. */
const LOGIN = 'bartholomaeus.featherstonehaugh@ticketing.harbour-lights.example';
const CODE = 'SIGNED'.repeat(20);

/** The elements that reach out of their row or card, on a narrow phone. */
function outside(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((boxes) =>
      boxes.flatMap((box) =>
        [...box.querySelectorAll('*')]
          .filter((part) => part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
          .map((part) => part.outerHTML.slice(0, 80)),
      ),
    );
}

test('long codes and login names stay inside of the rows and cards of a phone', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: CODE }]);
  await clerk.scanInConflict([CODE], Date.now());
  const { page } = await visit({
    signedIn: true,
    viewport: { width: 320, height: 800 },
    prepare: async ({ context }) => {
      await context.route('**/scantix/v0/reports/gates', async (route) => {
        const response = await route.fetch();
        const live = await response.json();
        const devices = live.devices.map((device: object) => ({ ...device, clerk: LOGIN, name: LOGIN }));
        await route.fulfill({ response, json: { ...live, devices } });
      });
      await context.route('**/scantix/v0/reports/summary?*', async (route) => {
        const response = await route.fetch();
        const places = [{ id: '01900000-0000-7000-8000-000000000001', name: LOGIN, capacity: 10, inside: 11 }];
        await route.fulfill({ response, json: { ...(await response.json()), places } });
      });
    },
  });
  await rejectScans(page);
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await typeCode(page, CODE);
  await expect(page.locator('.app-verdict')).toBeVisible();
  await goHome(page);
  await expect(page.locator('.app-decision')).not.toHaveCount(0);
  await acceptScans(page);
  expect.soft(await outside(page, '.app-decision')).toEqual([]);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.locator('.app-conflict')).not.toHaveCount(0);
  await expect(page.getByText('Over capacity')).toBeVisible();
  expect.soft(await outside(page, '.app-conflict')).toEqual([]);
  expect.soft(await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  await page.getByRole('link', { name: 'Live gates', exact: true }).click();
  await expect(page.locator('.app-gate').getByText(LOGIN).first()).toBeVisible();
  expect.soft(await outside(page, '.app-gate')).toEqual([]);
});

test('a code of thousands of characters pushes no other decision off the screen', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'CLAMPED' }]);
  await clerk.scanInConflict(['CLAMPED'], Date.now());
  const long = CODE.repeat(20);
  const { page } = await visit({
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/scanner/conflicts?*', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('"barcode":"CLAMPED"', `"barcode":"${long}"`);
        await route.fulfill({ response, body });
      }),
  });
  await rejectScans(page);
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  await typeCode(page, long);
  await expect(page.locator('.app-verdict')).toBeVisible();
  await goHome(page);
  const heightOf = async (row: Locator) => (await row.boundingBox())?.height;
  expect.soft(await heightOf(page.locator('.app-decision').filter({ hasText: long }))).toBeLessThan(400);
  await acceptScans(page);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  expect.soft(await heightOf(page.locator('.app-conflict').filter({ hasText: long }))).toBeLessThan(400);
});
