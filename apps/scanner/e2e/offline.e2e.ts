import { openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';

test('a scan without a network is undecided, waits, and is decided once the network is back', async ({
  backend,
  open,
}) => {
  const code = 'HL-2026-0002';
  const { page, context, troubles } = await open();
  await signIn(page);
  await openScanner(page);
  await context.setOffline(true);
  await typeCode(page, code);
  await expect(verdict(page, 'Undecided')).toContainText('The server cannot be reached');
  await expect(page.getByText('Offline: 1 scan waiting')).toBeVisible();

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out with 1 scan waiting?' });
  await expect(dialog).toBeVisible();
  // A press within 300 ms of its opening would be taken for a stray tap.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await context.setOffline(false);
  await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
  await expect(page.getByRole('list', { name: 'Last scan' })).toContainText('Wiremu Parata');
  await expect(page.getByText('1 scan waiting')).toHaveCount(0);
  // The browser reports each call that finds no network.
  expect(troubles.splice(0).every((trouble) => trouble.includes('net::ERR_INTERNET_DISCONNECTED'))).toBe(true);
});
