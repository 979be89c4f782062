import { cut, NO_NETWORK, stopTheClock } from '../states/view-state.ts';
import { signInByApi } from '../support/api-clerk.ts';
import { expect, test } from '../support/test.ts';
import { follow } from '../support/visit.ts';
import { chip, scan, search } from './steps.ts';

declare global {
  /** In the page. */
  var shifts: PerformanceEntry[];
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

test('spaces around a search, as keyboards of phones add them, and characters that nobody sees are no part of it', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  const barcode = `SPACES-${backend.now()}`;
  await clerk.importTickets([{ barcode, holder: `Visitor ${barcode}` }]);
  await clerk.scan(barcode, backend.now());
  const { page } = await visit({ path: '/results', signedIn: true });
  await search(page).fill(` \u202aVisitor ${barcode}\u202c `);
  await expect(page.locator('main').getByRole('status')).toHaveText('1 scan');
  await expect(search(page)).toHaveValue(` \u202aVisitor ${barcode}\u202c `);
  await search(page).fill(' ');
  await expect(page).toHaveURL(/\/results$/);
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

test('the numbers of the chips are back with the list that is asked for again', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(NO_NETWORK);
  const calls = '**/{search,counts}';
  const { page } = await visit({ path: '/results', signedIn: true, prepare: cut(calls) });
  await expect(page.getByText('This device only')).toBeVisible();
  await page.context().unroute(calls);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(chip(page, 'Refused')).toHaveText(/\d/);
});
