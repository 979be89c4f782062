import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { answer } from './support/answer.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { openLiveCamera } from './support/live-camera.ts';
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

/** Keeps the database of scans from opening, until the page calls the function that this puts on its window. */
async function holdScans(page: Page) {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const held = new Promise<void>((resolve) => Object.assign(window, { releaseScans: resolve }));
    IDBFactory.prototype.open = function (name, ...version) {
      const request = open.call(this, name, ...version);
      if (name !== 'scantix-scan-ledger') return request;
      return Object.defineProperty(request, 'onsuccess', {
        set: (listener: () => void) => request.addEventListener('success', () => void held.then(listener)),
      });
    };
  });
  await page.reload();
}

test('a sign-out right after a start asks about the scans that are not counted yet', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_FAILED|Failed to load resource|ledger_storage_failed/);
  const { page, context } = await visit({ signedIn: true });
  await context.route('**/scantix/v0/scanner/scans', (route) => route.abort());
  await openScanner(page);
  await typeCode(page, 'NOT-COUNTED-1');
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await holdScans(page);
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
  await signOut.click();
  // Nobody waits longer than two seconds for the count.
  await expect(page.getByRole('alertdialog', { name: 'Sign out while scans may wait?' })).toBeVisible();
  await answer(page, 'Stay signed in');

  await page.reload();
  await signOut.click();
  await page.evaluate('releaseScans()');
  await expect(page.getByRole('alertdialog', { name: 'Sign out with 1 scan waiting?' })).toBeVisible();
});

test('a verdict that is on the screen stays when the storage fails afterwards', async ({ expectedTroubles, visit }) => {
  expectedTroubles.push(/ledger_storage_failed|ledger_storage_lost|ledger_count_failed/);
  const { page, context } = await visit({ signedIn: true });
  await openScanner(page);
  await typeCode(page, 'NO-TICKET-AT-ALL');
  await expect(verdict(page, 'Refused')).toBeVisible();
  const failed = page.waitForEvent('console', (message) => message.text().includes('ledger_storage_failed'));
  await page.evaluate(() => {
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('Internal error', 'UnknownError');
    };
  });
  // A scan in another tab has each tab read its log again.
  const other = await context.newPage();
  await other.goto('/scanner');
  await typeCode(other, 'NO-TICKET-EITHER');
  await expect(verdict(other, 'Refused')).toBeVisible();
  await failed;
  await expect(page.getByText('The scan storage of this browser does not answer')).toBeVisible();
  await expect(page.getByText('This verdict cannot be shown')).toHaveCount(0);
  await expect(verdict(page, 'Refused')).toBeVisible();
});

test('a code that could not be stored is read again where it is held, once there is room', async ({
  expectedTroubles,
  folder,
  open,
}) => {
  expectedTroubles.push(/ledger_|QuotaExceeded/);
  const camera = await openLiveCamera(join(folder, 'no-room.y4m'), { frames: 2 });
  const { page } = await open({ clip: camera.path, signedIn: true });
  await openScanner(page);
  const restore = await page.evaluateHandle(() => {
    const { add, put } = IDBObjectStore.prototype;
    const refuse = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { add: refuse, put: refuse });
    return () => Object.assign(IDBObjectStore.prototype, { add, put });
  });
  await camera.show({ symbology: 'qr_code', text: 'NO-ROOM-1', size: 0.7 });
  await expect(page.getByText('Not recorded: scan again', { exact: true }).first()).toBeVisible();
  await restore.evaluate((call) => void call());
  await expect(verdict(page, 'Refused')).toBeVisible();
});
