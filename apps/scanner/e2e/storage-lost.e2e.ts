import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

test('unsent scans that the browser deleted are told, until seen, and stand in the diagnostics', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ledger_storage_deleted/, /ERR_FAILED|Failed to load resource/);
  const { page, context } = await visit({ signedIn: true });
  await context.route('**/scantix/v0/scanner/scans', (route) => route.abort());
  await openScanner(page);
  await typeCode(page, 'LOST-1');
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await expect.poll(async () => (await readStorage(page))['scantix-scan-ledger-waiting']).toContain('"count":1');
  // A page of the same origin without the app, from which the databases are deleted as the browser does.
  await page.goto('/licences.json');
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('scantix-scan-ledger').onsuccess = resolve;
      }),
  );
  await page.goto('/settings');
  await expect(page.getByText('The browser deleted 1 unsent scan: see Settings')).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('"lost":{"count":1');
  expect(copied).toContain('"event":"ledger_storage_deleted"');
  await page.getByRole('alert').getByRole('button', { name: 'Understood' }).click();
  await expect(page.getByText(/The browser deleted/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible();
  await expect(page.getByText(/The browser deleted/)).toHaveCount(0);
});
