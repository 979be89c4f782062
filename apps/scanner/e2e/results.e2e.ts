import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { stopTheClock } from './states/view-state.ts';
import { signInByApi } from './support/api-clerk.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { acceptScans, rejectScans } from './support/faults.ts';
import { serverRecords } from './support/server-records.ts';
import { setOffline, untilOfflineReady } from './support/service-worker.ts';
import { expect, test } from './support/test.ts';
import { follow } from './support/visit.ts';

declare global {
  /** In the page. */
  var shifts: PerformanceEntry[];
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search scans' });
const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name });
const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

async function scan(page: Page, code: string): Promise<void> {
  await openScanner(page);
  await typeCode(page, code);
  await expect(verdict(page, 'Refused')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
}

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('a text is searched for once nobody is typing, not with each key', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true, clock: true });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await stopTheClock(page);
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (/\/(scans\/search|reports\/counts)$/.test(request.url())) asked.push(request.postDataJSON().search);
  });
  await search(page).pressSequentially('no such code');
  await expect(page).toHaveURL(/\/results\?search=no(\+|%20)such(\+|%20)code$/);
  expect(asked).toEqual([]);
  await page.clock.runFor(300);
  await page.clock.resume();
  await expect(page.getByRole('rowheader')).toHaveCount(0);
  await expect.poll(() => asked).toEqual(['no such code', 'no such code']);
});

test('what a search finds is said to a screen reader', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  await scan(page, 'RESULTS-SAID-1');
  await page.goto('/results');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const said = page.locator('main').getByRole('status');
  await expect(said).toHaveText('');
  await search(page).fill('RESULTS-SAID-1');
  await expect(said).toHaveText('1 scan');
  await search(page).fill('no such code');
  await expect(said).toHaveText('No scan matches');
});

test('filters stand in the address and survive a reload', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  await chip(page, 'Refused').click();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Mode', { exact: true }).selectOption({ label: 'Exit' });
  await page.getByLabel('From', { exact: true }).fill('01/02/26, 03:04');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
  await search(page).fill('HL');
  await expect(page).toHaveURL(/outcome=refused/);
  await expect(page).toHaveURL(/mode=exit/);
  await expect(page).toHaveURL(/from=2026-01-0/);
  await expect(page).toHaveURL(/search=HL/);

  await page.reload();
  await expect(search(page)).toHaveValue('HL');
  await expect(chip(page, 'Refused')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByLabel('Mode', { exact: true })).toHaveValue('exit');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('01/02/26, 03:04');
});

test('numbers that arrive while a finger is on a chip move none of the chips away', async ({ visit }) => {
  const counted = Promise.withResolvers<void>();
  const { page } = await visit({
    path: '/results',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/counts', async (route) => {
        await counted.promise;
        await route.continue();
      }),
  });
  const refused = chip(page, 'Refused');
  await refused.hover();
  await page.mouse.down();
  counted.resolve();
  await expect(refused).toHaveText(/\d/);
  await page.mouse.up();
  await expect(page).toHaveURL(/outcome=refused/);
});

test('a period is written as all dates are, and what is no date is called so', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true, locale: 'de-DE', timezoneId: 'America/New_York' });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From', { exact: true });
  const before = page.getByLabel('Before', { exact: true });
  await expect(from).toHaveAttribute('placeholder', 'mm/dd/yy, hh:mm (24 h)');

  await from.fill('1/2/2026');
  await from.press('Tab');
  await expect(from).toHaveValue('01/02/26, 00:00');
  await expect(page).toHaveURL(/from=2026-01-02T05%3A00/);

  await from.fill('02/30/26');
  await from.press('Enter');
  await expect(from).toHaveAccessibleDescription('Not a date. Write it as mm/dd/yy, hh:mm.');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Not a date. Write it as mm/dd/yy, hh:mm.');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/results$/);

  await from.fill('02/28/26 12:30');
  await before.fill('02/28/26 12:30');
  await before.press('Enter');
  await expect(before).toHaveAccessibleDescription('Must be later than From.');
  await before.fill('02/28/26 12:31');
  await before.press('Enter');
  await expect(before).not.toHaveAttribute('aria-invalid');
  await expect(page).toHaveURL(/from=2026-02-28T17%3A30.*to=2026-02-28T17%3A31/);

  await page.getByRole('dialog').getByRole('button', { name: 'Clear filters' }).click();
  await expect(from).toHaveValue('');
  await expect(before).toHaveValue('');
});

test('a day of the period is picked by key, and its time stays', async ({ visit }) => {
  const { page } = await visit({
    path: '/results?from=2026-03-04T14%3A05%3A00.000Z',
    signedIn: true,
    timezoneId: 'UTC',
  });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From', { exact: true });
  await expect(from).toHaveValue('03/04/26, 14:05');
  await from.press('Tab');
  await expect(page.getByRole('button', { name: 'From: choose the day' })).toBeFocused();
  // The picker is the browser's own window, which keys reach and no script.
  const picker = page.locator('input[type="date"]').first();
  await picker.evaluate((input: HTMLInputElement) => {
    input.showPicker = () => input.setAttribute('data-shown', input.value);
  });
  await page.keyboard.press('Enter');
  await expect(picker).toHaveAttribute('data-shown', '2026-03-04');
  await picker.fill('2026-03-05');
  await expect(from).toHaveValue('03/05/26, 14:05');
  await expect(page).toHaveURL(/from=2026-03-05T14%3A05/);
  await from.fill('03/09/26');
  await from.press('Tab');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveAttribute('data-shown', '2026-03-09');
  await picker.fill('2026-03-05');
  await expect(from).toHaveValue('03/05/26, 00:00');
});

test('the clerks to filter by are asked for again after the server did not answer', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/net::ERR_FAILED .*\/reports\/breakdown/, /\[scantix\] api_call .*\/reports\/breakdown/);
  const calls: string[] = [];
  const { context, page } = await visit({ path: '/results', signedIn: true });
  await context.route('**/reports/breakdown?*', (route) => {
    calls.push(route.request().url());
    return route.abort();
  });
  const filters = page.getByRole('button', { name: 'Filters', exact: true });
  await filters.click();
  // For clerks and for devices.
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(2);
  const names = page.getByRole('combobox', { name: 'Clerk' }).locator('option');
  await expect(names).toHaveText(['All']);
  await page.keyboard.press('Escape');
  await context.unroute('**/reports/breakdown?*');
  await filters.click();
  await expect(names.nth(1)).toBeAttached();
});

test('where no scan matches, one press clears the filters', async ({ visit }) => {
  const { page } = await visit({ path: '/results?search=nobody-has-this-code&outcome=attention', signedIn: true });
  await expect(page.getByRole('heading', { name: 'No scan matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(search(page)).toHaveValue('');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('what is exported are the scans that the filters let through', async ({ visit }) => {
  const { page } = await visit({ signedIn: true });
  await scan(page, 'RESULTS-EXPORT-1');
  await scan(page, 'RESULTS-EXPORT-2');
  await page.goto('/results?search=RESULTS-EXPORT-2&outcome=refused');
  await expect(row(page, 'RESULTS-EXPORT-2')).toBeVisible();
  await expect(row(page, 'RESULTS-EXPORT-1')).toHaveCount(0);

  const csv = await download(page, 'Export CSV');
  expect(csv.name).toBe('scans.csv');
  const [header, ...lines] = csv.text.trimEnd().split('\r\n');
  expect(header).toContain('barcode');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('RESULTS-EXPORT-2');

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const json = await download(page, 'Export JSON');
  expect(json.name).toBe('scans.json');
  expect(JSON.parse(json.text)).toMatchObject([{ barcode: 'RESULTS-EXPORT-2' }]);
  // What is said of a file is not said behind the sheet.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();

  // The icon of a phone's row is the word for who hears it.
  const outcome = row(page, 'RESULTS-EXPORT-2').getByRole('cell').first();
  await expect(outcome).toMatchAriaSnapshot('- cell "Refused"');
});

test('a visitor whom a device let in after the server had refused is accepted, and can be taken back', async ({
  backend,
  visit,
}) => {
  const office = await signInByApi(backend.origin);
  await office.importTickets([{ barcode: 'RESULTS-LATE-1', holder: 'Ada Late', status: 'blocked' }]);
  await office.scanAdmittedLate('RESULTS-LATE-1', Date.now());
  const { page } = await visit({ path: '/results?search=RESULTS-LATE&outcome=accepted', signedIn: true });
  await expect(row(page, 'RESULTS-LATE-1').getByRole('cell').first()).toMatchAriaSnapshot('- cell "Accepted"');
  await page.getByRole('link', { name: 'Ada Late' }).click();
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await expect(page.getByRole('region', { name: 'This code' }).getByRole('listitem')).toContainText('Let in');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await office.acknowledgeConflicts();
});

test('a log of any length keeps few rows on the page, and its end can be reached', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  const table = page.getByRole('table', { name: 'Scans, newest first' });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  // Rows out of sight are not in the document. Their number is unknown (-1) until the last page has been loaded.
  await page.mouse.move(200, 600);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 10_000);
      expect(await page.locator('tr').count()).toBeLessThan(60);
      const rows = Number(await table.getAttribute('aria-rowcount'));
      return rows > 60 ? page.locator(`tr[aria-rowindex="${rows}"]`).count() : 0;
    })
    .toBe(1);
});

test('what is sent meanwhile joins a long log, which is not read anew for it', async ({ visit }) => {
  const { page, context } = await visit({ path: '/results', signedIn: true });
  const table = page.getByRole('table', { name: 'Scans, newest first' });
  await page.mouse.move(200, 600);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 10_000);
      return Number(await table.getAttribute('aria-rowcount'));
    })
    .toBeGreaterThan(400);
  let pagesRead = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/scantix/v0/scanner/scans/search') pagesRead += 1;
  });
  const other = await context.newPage();
  await other.goto('/');
  await scan(other, 'RESULTS-MEANWHILE-1');
  await other.close();
  await page.getByRole('main').evaluate((view) => view.scrollTo(0, 0));
  await expect(row(page, 'RESULTS-MEANWHILE-1')).toBeVisible();
  await expect(row(page, 'RESULTS-MEANWHILE-1')).not.toContainText('Waiting');
  await expect.poll(() => pagesRead).toBe(1);
});

/** Leaves a scan in quarantine, and returns to the camera. */
async function scanRejected(page: Page, code: string): Promise<void> {
  await rejectScans(page);
  await openScanner(page);
  await typeCode(page, code);
  await expect(page.getByText(/needs a decision/i).first()).toBeVisible();
  await acceptScans(page);
}

test('the scans that the server does not have are found by their state, without asking the server', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_FAILED|Failed to load resource/);
  const { page, context } = await visit({ signedIn: true });
  await scan(page, 'STATE-SENT');
  await scanRejected(page, 'STATE-REJECTED');
  await context.route('**/scantix/v0/scanner/scans', (route) => route.abort());
  await page.goto('/scanner');
  await typeCode(page, 'STATE-WAITING');
  await expect(verdict(page, 'Undecided')).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(scans\/search|reports\/counts)$/.test(request.url())) asked.push(request.url());
  });
  await page.goto('/results?sync=quarantined');
  await expect(row(page, 'STATE-REJECTED')).toContainText('The server rejected this scan: duplicate ID');
  await expect(page.getByRole('row').filter({ hasText: 'STATE-' })).toHaveCount(1);
  await expect(chip(page, 'All')).toHaveText('All1');
  await expect(page.getByText('This device only')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const state = page.getByLabel('Scans not sent yet');
  await expect(state).toHaveValue('quarantined');
  await state.selectOption({ label: 'Waiting' });
  await page.getByRole('button', { name: 'Show 1 scan', exact: true }).click();
  await expect(row(page, 'STATE-WAITING')).toBeVisible();
  await expect(row(page, 'STATE-REJECTED')).toHaveCount(0);
  expect(asked).toEqual([]);

  await context.unroute('**/scantix/v0/scanner/scans');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No scan matches' })).toBeVisible();
});

test('chips count the unsent scans that the list has, and an export says how many its file lacks', async ({
  visit,
}) => {
  const { page } = await visit({ signedIn: true });
  await scan(page, 'LACKS-SENT');
  await scanRejected(page, 'LACKS-REJECTED');
  await page.goto('/results?search=LACKS');
  await expect(row(page, 'LACKS-REJECTED')).toBeVisible();
  await expect(chip(page, 'All')).toHaveText('All2');
  const { text } = await download(page, 'Export CSV');
  expect(text).toContain('LACKS-SENT');
  expect(text).not.toContain('LACKS-REJECTED');
  await expect(page.getByText('1 unsent scan is not in the file', { exact: true })).toBeVisible();
});

test('a list of other filters is marked until the server has answered', async ({ visit }) => {
  const { page, context } = await visit({ path: '/results', signedIn: true });
  const log = page.getByRole('table', { name: 'Scans, newest first' });
  await expect(log.getByRole('rowheader').first()).toBeVisible();
  await expect(log).not.toHaveAttribute('aria-busy');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route('**/scans/search', (route) => held.then(() => route.continue()));
  await chip(page, 'Refused').click();
  await expect(log).toHaveAttribute('aria-busy', 'true');
  await expect(log).toHaveCSS('opacity', '0.5');
  answer();
  await expect(log).not.toHaveAttribute('aria-busy');
  await expect(log).toHaveCSS('opacity', '1');
});

test('the list of another filter comes as a new one: none of its rows moves', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true, viewport: { width: 1440, height: 900 } });
  const log = page.getByRole('table', { name: 'Scans, newest first' });
  await expect(log.getByText('Accepted').first()).toBeVisible();
  await expect(chip(page, 'Refused')).toHaveText(/\d/);
  await page.evaluate(() => {
    globalThis.shifts = [];
    const note = (list: PerformanceObserverEntryList) => globalThis.shifts.push(...list.getEntries());
    new PerformanceObserver(note).observe({ type: 'layout-shift' });
  });
  // Without a press, which would excuse what moves soon after it.
  await follow(page, '/results?outcome=refused');
  await expect(log.getByText('Accepted')).toHaveCount(0);
  await expect(log.getByText('Refused').first()).toBeVisible();
  // An observer is told of a frame by the second one after it.
  const shifts = page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return globalThis.shifts.map((shift) => shift.toJSON());
  });
  expect(await shifts).toEqual([]);
});

test.describe('without a network', () => {
  // The browser reports each call without a network.
  test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('Results lists and exports the scans of this device, and the whole log once the network is back', async ({
    backend,
    open,
  }) => {
    const { page, context } = await open({ signedIn: true });
    await untilOfflineReady(page);
    await expect(page.getByText('Ready for offline')).toBeVisible();
    await openScanner(page);
    await setOffline(context, true);
    await typeCode(page, 'RESULTS-OFFLINE-1');
    await expect(verdict(page, 'Undecided')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'All results' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'This device only' })).toBeVisible();
    await expect(row(page, 'RESULTS-OFFLINE-1')).toContainText('Waiting');
    const csv = await download(page, 'Export CSV');
    expect(csv.name).toBe('scans-of-this-device.csv');
    expect(csv.text).toContain('RESULTS-OFFLINE-1');
    await search(page).fill('no such code');
    await expect(page.getByRole('heading', { name: 'No scan matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(row(page, 'RESULTS-OFFLINE-1')).toBeVisible();

    await setOffline(context, false);
    await expect.poll(async () => (await serverRecords(backend.origin, 'RESULTS-OFFLINE-1')).length).toBe(1);
    await expect(page.getByRole('status').filter({ hasText: 'This device only' })).toHaveCount(0);
    await expect(row(page, 'RESULTS-OFFLINE-1')).toContainText('Refused');
    await expect(row(page, 'RESULTS-OFFLINE-1')).not.toContainText('Waiting');
  });
});

test('a printed log has every scan that was loaded, and says that older ones are not printed', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true, viewport: { width: 1280, height: 800 } });
  const table = page.getByRole('table', { name: 'Scans, newest first' });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const older = page.getByText('Older scans are not printed');
  await expect(older).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(older).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.mouse.move(600, 600);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return Number(await table.getAttribute('aria-rowcount'));
    })
    .toBeGreaterThan(300);
  const rows = Number(await table.getAttribute('aria-rowcount'));
  const count = () => page.locator('tr[aria-rowindex]').count();
  expect(await count()).toBeLessThan(100);
  // The browser lays the pages out after this event.
  const printed = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    return document.querySelectorAll('tr[aria-rowindex]').length;
  });
  expect(printed).toBe(rows);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(count).toBeLessThan(100);
  await page.emulateMedia({ media: 'print' });
  await expect(older).toBeHidden();
});

test('a date that is being typed outlasts a phone that is turned', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From', { exact: true });
  await from.pressSequentially('02/2');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(from).toHaveValue('02/2');
  await expect(from).toBeFocused();
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await from.pressSequentially('02/2');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(from).toHaveValue('02/2');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(from).toHaveCount(0);
});
