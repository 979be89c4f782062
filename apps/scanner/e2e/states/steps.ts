import { expect, type Page } from '@playwright/test';
import { typeCode } from '../support/clerk.ts';
import { burst } from '../support/hardware-scanner.ts';
import { stopTheClock } from './view-state.ts';

/** Scans codes with a hardware scanner, and waits for the verdict of each. */
export async function scanAtDesk(page: Page, codes: readonly string[]): Promise<void> {
  // On Home the checkpoint is loaded last.
  await expect(
    page.getByRole('combobox', { name: 'Checkpoint' }).or(page.locator('.app-verdict')).first(),
  ).toBeEnabled();
  for (const code of codes) {
    await burst(page, code);
    await expect(page).toHaveURL(new RegExp(`/scan-result/${code}`));
    await expect(page.locator('.app-verdict')).toBeVisible();
  }
}

/**
 * Enters a code that a stream accepts. The clock stands meanwhile: a server that took longer than three seconds would leave it
 * undecided, which opens its Scan Result in place of the ribbon.
 */
export async function streamCode(page: Page, code: string, holder: string): Promise<void> {
  await page.getByRole('button', { name: 'Stream' }).click();
  await expect(page.getByRole('button', { name: 'Stream', pressed: true })).toBeVisible();
  await stopTheClock(page);
  await typeCode(page, code);
  await expect(page.locator('.app-ribbon')).toContainText(holder);
  await page.clock.resume();
  await untilPictured(page);
}

export async function goHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
}

/** Waits until the tickets of the checkpoint are on the device. */
export async function untilReadyForOffline(page: Page): Promise<void> {
  await expect(page.getByText('Ready for offline')).toBeVisible();
}

/** Moves the clock of shift-clock.mjs ahead. */
export function turnClock(page: Page, minutes: number): Promise<void> {
  return page.evaluate((byMs) => {
    (globalThis as unknown as { CLOCK_AHEAD_MS: number }).CLOCK_AHEAD_MS += byMs;
  }, minutes * 60_000);
}

/** Waits until the camera's picture is on the screen: the controls appear before its first frame. */
export async function untilPictured(page: Page): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    for (const _frame of ['decoded', 'painted'])
      await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  });
}
