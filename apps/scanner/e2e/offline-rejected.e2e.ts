import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openScanner, typeCode } from './support/clerk.ts';
import { acceptScans, rejectScans } from './support/faults.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';

// The browser reports each call without a network, and the one that a test answers in place of the server.
test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED|status of 503/] });

const goHome = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();

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
