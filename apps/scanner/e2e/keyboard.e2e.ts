import type { Page } from '@playwright/test';
import { DEMO_CLERK, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

/** Presses Tab until an element of that role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(wanted).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
}

test('the whole job by keyboard alone: sign in, type a code, its verdict, Next, details, sign out', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/login' });
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await tabTo(page, 'textbox', 'Username');
  await page.keyboard.type(DEMO_CLERK.username);
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type(DEMO_CLERK.password);
  await page.keyboard.press('Enter');

  // A new view begins at its title.
  await expect(page.getByRole('heading', { level: 1, name: 'Scanner' })).toBeFocused();
  await tabTo(page, 'link', 'Scanner');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeFocused();

  const checkCode = async (code: string) => {
    await tabTo(page, 'button', 'Type the code');
    await page.keyboard.press('Space');
    await expect(page.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await page.keyboard.type(code, { delay: 80 });
    await page.keyboard.press('Enter');
  };
  await tabTo(page, 'button', 'Type the code');
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Cancel');
  await page.keyboard.press('Enter');
  // What was open and is gone leaves the focus to the title.
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeFocused();
  await checkCode('KEYBOARD-1');
  await expect(verdict(page, 'Refused')).toContainText('Not a ticket for this event');
  await tabTo(page, 'button', 'Next');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Barcode Scanner' })).toBeFocused();

  await checkCode('KEYBOARD-2');
  await expect(verdict(page, 'Refused')).toBeVisible();
  await tabTo(page, 'button', 'Details');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Raw code' })).toContainText('KEYBOARD-2');
  await expect(page.getByRole('heading', { level: 1, name: 'Scan Result' })).toBeFocused();

  await tabTo(page, 'button', 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});
