import { expect, test } from '../support/test.ts';
import { chip, download, row, scan, scanRejected } from './steps.ts';

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

test('a date that the tap on an export ends is one of its filters', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true, hasTouch: true });
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const asked = page.waitForRequest(/export\.json/);
  await page.getByLabel('From', { exact: true }).fill('01/02/26, 03:04');
  await page.getByRole('button', { name: 'Export JSON' }).tap();
  expect((await asked).postDataJSON().from).toMatch(/^2026-01-0/);
});
