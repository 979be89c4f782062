import { expect, test } from '../support/test.ts';

test('a period is written as all dates are, and what is no date is called so', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true, locale: 'de-DE', timezoneId: 'America/New_York' });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From', { exact: true });
  const before = page.getByLabel('Before', { exact: true });
  await expect(from).toHaveAttribute('placeholder', 'mm/dd/yy, hh:mm (24 h)');

  await from.fill('1/2/2026');
  await from.press('Tab');
  await expect(from).toHaveValue('01/02/26, 00:00');
  await expect(page).toHaveURL(/from=2026-01-02T05%3A00/);

  await from.fill('02/30/26');
  await from.press('Enter');
  await expect(from).toHaveAccessibleDescription('Not a date. Write it as mm/dd/yy, hh:mm.');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Not a date. Write it as mm/dd/yy, hh:mm.');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/results$/);

  await from.fill('02/28/26 12:30');
  await before.fill('02/28/26 12:30');
  await before.press('Enter');
  await expect(before).toHaveAccessibleDescription('Must be later than From.');
  await before.fill('02/28/26 12:31');
  await before.press('Enter');
  await expect(before).not.toHaveAttribute('aria-invalid');
  await expect(page).toHaveURL(/from=2026-02-28T17%3A30.*to=2026-02-28T17%3A31/);

  await page.getByRole('dialog').getByRole('button', { name: 'Clear filters' }).click();
  await expect(from).toHaveValue('');
  await expect(before).toHaveValue('');
});

test('a day of the period is picked by key, and its time stays', async ({ visit }) => {
  const { page } = await visit({
    path: '/results?from=2026-03-04T14%3A05%3A00.000Z',
    signedIn: true,
    timezoneId: 'UTC',
  });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From', { exact: true });
  await expect(from).toHaveValue('03/04/26, 14:05');
  await from.press('Tab');
  await expect(page.getByRole('button', { name: 'From: choose the day' })).toBeFocused();
  // The picker is the browser's own window, which keys reach and no script.
  const picker = page.locator('input[type="date"]').first();
  await picker.evaluate((input: HTMLInputElement) => {
    input.showPicker = () => input.setAttribute('data-shown', input.value);
  });
  await page.keyboard.press('Enter');
  await expect(picker).toHaveAttribute('data-shown', '2026-03-04');
  await picker.fill('2026-03-05');
  await expect(from).toHaveValue('03/05/26, 14:05');
  await expect(page).toHaveURL(/from=2026-03-05T14%3A05/);
  await from.fill('03/09/26');
  await from.press('Tab');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveAttribute('data-shown', '2026-03-09');
  await picker.fill('2026-03-05');
  await expect(from).toHaveValue('03/05/26, 00:00');
});

test('a date that is being typed outlasts a phone that is turned', async ({ visit }) => {
  const { page } = await visit({ path: '/results', signedIn: true });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const from = page.getByLabel('From', { exact: true });
  await from.pressSequentially('02/2');
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(from).toHaveValue('02/2');
  await expect(from).toBeFocused();
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await from.pressSequentially('02/2');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(from).toHaveValue('02/2');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(from).toHaveCount(0);
});
