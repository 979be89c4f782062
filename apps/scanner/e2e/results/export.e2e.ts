import { SUPERVISOR, signIn } from '../support/clerk.ts';
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

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test(`a date that cannot be read keeps an export back, and no press is lost for it, on ${size}`, async ({
    visit,
  }) => {
    const { page } = await visit({ path: '/results', signedIn: true, viewport });
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const from = page.getByLabel('From', { exact: true });
    const button = page.getByRole('button', { name: 'Export JSON' });
    await from.fill('02/30/26');
    await button.click();
    await expect(from).toBeFocused();
    await expect(from).toHaveAccessibleDescription('Not a date. Write it as mm/dd/yy, hh:mm.');
    await from.fill('02/28/26');
    await download(page, 'Export JSON');
    expect(files).toEqual(['scans.json']);
  });
}

test('filters are cleared by the press that leaves a date that cannot be read', async ({ visit }) => {
  const { page } = await visit({ path: '/results?mode=exit', signedIn: true, hasTouch: true });
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const from = page.getByLabel('From', { exact: true });
  await from.fill('02/30/26');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear filters' }).tap();
  await expect(page).toHaveURL(/\/results$/);
  await expect(from).toHaveValue('');
});

test('a file that comes after its clerk has signed out is not saved', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  const signedOut = Promise.withResolvers<void>();
  await page.route('**/export.csv', async (route) => {
    const response = await route.fetch();
    await signedOut.promise;
    await route.fulfill({ response });
  });
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/export.csv'));
  signedOut.resolve();
  await answered;
  await signIn(page, SUPERVISOR);
  await page.goto('/results');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await download(page, 'Export JSON');
  expect(files).toEqual(['scans.json']);
});
