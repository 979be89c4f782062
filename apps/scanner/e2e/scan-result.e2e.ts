import { openScanner, signIn, typeCode, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';

test('opening, reloading and going back to a scan result uses the ticket up once', async ({ backend, open }) => {
  const code = 'HL-2026-0004';
  const { page } = await open();
  await signIn(page);
  await openScanner(page);
  await typeCode(page, code);
  await expect(verdict(page, 'Accepted')).toContainText('Kwame Boateng');
  const address = page.url();

  await page.goto('/');
  await page.goto(address);
  await expect(verdict(page, 'Accepted')).toBeVisible();
  await page.reload();
  await expect(verdict(page, 'Accepted')).toBeVisible();
  expect(await serverRecords(backend.origin, code)).toHaveLength(1);
});

test('opened without a scan, the view only looks', async ({ backend, open }) => {
  const code = 'HL-2026-0008';
  const { page } = await open({ path: `/scan-result/${code}` });
  await signIn(page);
  await expect(verdict(page, 'Accepted')).toContainText('Family Adeyemi');
  await expect(page.getByText('Looked at only')).toBeVisible();
  expect(await serverRecords(backend.origin, code)).toHaveLength(0);
});

test('a refused scan stays until Next, and Details shows the ticket and the history of the code', async ({ open }) => {
  const { page } = await open();
  await signIn(page);
  await openScanner(page);
  await typeCode(page, 'HL-2026-0013');
  await expect(verdict(page, 'Refused')).toContainText('Cancelled');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('Oskar Nyman');
  await expect(page.getByRole('region', { name: 'This code' })).toContainText('1 scan');
  await page.getByRole('link', { name: 'Next scan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeVisible();
});

test('a verdict reloaded over the camera is a record like any other: it stays', async ({ open }) => {
  const { page } = await open();
  await signIn(page);
  await openScanner(page);
  await typeCode(page, 'HL-2026-0014');
  await expect(verdict(page, 'Refused')).toContainText('Blocked');
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await page.reload();
  await expect(verdict(page, 'Refused')).toContainText('Blocked');
  await expect(page.getByRole('region', { name: 'Raw code' })).toContainText('HL-2026-0014');
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
});

test('two presses are one: of Check code, and of Next', async ({ backend, open }) => {
  const code = 'HL-2026-0003';
  const { page } = await open();
  await signIn(page);
  await openScanner(page);
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('textbox', { name: 'Barcode' }).fill(code);
  const pressTwice = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  await page.getByRole('button', { name: 'Check code' }).evaluate(pressTwice);
  await expect(verdict(page, 'Accepted')).toContainText('Noor van Dijk');
  await page.getByRole('button', { name: 'Next' }).evaluate(pressTwice);
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
  await expect(page).toHaveURL(/\/scanner$/);
  expect(await serverRecords(backend.origin, code)).toHaveLength(1);
});
