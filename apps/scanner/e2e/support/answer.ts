import { expect, type Page } from '@playwright/test';

/**
 * Presses a button of the open confirmation until the confirmation is gone. The dialog ignores presses in its first
 * 300 ms, and a busy machine closes it late.
 */
export async function answer(page: Page, name: string): Promise<void> {
  const button = page.getByRole('alertdialog').getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(button).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
