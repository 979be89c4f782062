import { signInByApi } from '../support/api-clerk.ts';
import { verdict } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { row, scan } from './steps.ts';

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

test('a printed log has no controls, says which scans it lists, and cuts no row at the end of a page', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/results?outcome=refused',
    signedIn: true,
    viewport: { width: 820, height: 1180 },
  });
  const row = page.locator('.app-log__scan').first();
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const controls = page.getByRole('button').or(page.getByRole('searchbox')).filter({ visible: true });
  await expect(controls).toHaveText([/^Refused/]);
  await expect(row).toHaveCSS('break-inside', 'avoid');
});

test('a log printed on a wide page cuts no text', async ({ visit }) => {
  const { page } = await visit({
    path: '/results?outcome=refused',
    signedIn: true,
    viewport: { width: 1047, height: 740 },
  });
  const cells = page.locator('.app-log__scan > td');
  await expect(cells.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
});
