import { signInByApi } from './support/api-clerk.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { runTasks } from './support/visit.ts';

test('a scan on its way moves nothing on the screen; one that stays is said to wait', async ({ visit }) => {
  const { page, context } = await visit({ signedIn: true, clock: true });
  await openScanner(page);
  await page.evaluate(() => {
    const recordStrip = () => {
      if (document.body.textContent.includes('waiting')) document.body.dataset.saidToWait = 'yes';
    };
    new MutationObserver(recordStrip).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  // The clock is stopped: the time that the server takes does not count.
  await page.clock.pauseAt(Date.now() + 60_000);
  await typeCode(page, 'STRIP-1');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-said-to-wait');
  await page.getByRole('button', { name: 'Next' }).click();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await context.route('**/scantix/v0/scanner/scans', async (route) => {
    await answered;
    await route.continue();
  });
  await typeCode(page, 'STRIP-2');
  await expect(page).toHaveURL(/STRIP-2/);
  await page.clock.runFor(3_900);
  await expect(page.locator('body')).not.toHaveAttribute('data-said-to-wait');
  await page.clock.runFor(100);
  await expect(page.getByText('1 scan waiting')).toBeVisible();
  answer();
  await expect(verdict(page, 'Refused')).toBeVisible();
  await expect(page.getByText('1 scan waiting')).toHaveCount(0);
});

test('the line moves nothing between a press and its release', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { page, context } = await visit({ path: '/results', signedIn: true });
  const accepted = page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: 'Accepted' });
  await expect(accepted).toHaveText(/\d/);
  const place = await accepted.boundingBox();
  await accepted.hover();
  await page.mouse.down();
  await context.setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await runTasks(page);
  expect(await accepted.boundingBox()).toEqual(place);
  await page.mouse.up();
  await expect(page).toHaveURL(/outcome=accepted/);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
});

test('the link in the line is large enough for a finger', async ({ backend, visit }) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'STRIP-LINK', holder: 'Visitor' }]);
  await clerk.scanInConflict(['STRIP-LINK'], Date.now());
  const { page } = await visit({ path: '/results', signedIn: true });
  const box = await page.getByRole('link', { name: /need(s)? a decision/ }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(24);
});
