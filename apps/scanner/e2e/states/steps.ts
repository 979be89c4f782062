import { expect, type Page } from '@playwright/test';
import { burst } from '../support/hardware-scanner.ts';

/** Scans with a hardware scanner, one code after the other, each to its verdict. */
export async function scanAtDesk(page: Page, codes: readonly string[]): Promise<void> {
  // Home knows the checkpoint last of all.
  await expect(page.getByLabel('Checkpoint').or(page.locator('.app-verdict')).first()).toBeEnabled();
  for (const code of codes) {
    await burst(page, code);
    await expect(page).toHaveURL(new RegExp(`/scan-result/${code}`));
    await expect(page.locator('.app-verdict')).toBeVisible();
  }
}

export async function goHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
}

/** The tickets of the checkpoint are on the device. */
export async function untilReadyForOffline(page: Page): Promise<void> {
  await expect(page.getByText('Ready for offline')).toBeVisible();
}

/** Presses a button of the question that is asked, until it counts: within 300 ms it would be taken for a stray tap. */
export async function answer(page: Page, button: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  await expect(async () => {
    await question.getByRole('button', { name: button, exact: true }).click({ timeout: 1_000 });
    await expect(question).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Turns the clock of a device that has none of the test's (shift-clock.mjs), as if that much time had passed. */
export function turnClock(page: Page, minutes: number): Promise<void> {
  return page.evaluate((byMs) => {
    (globalThis as unknown as { CLOCK_AHEAD_MS: number }).CLOCK_AHEAD_MS += byMs;
  }, minutes * 60_000);
}
