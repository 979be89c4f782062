import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import { acceptScans, rejectScans } from '../support/faults.ts';
import { expect } from '../support/test.ts';

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search scans' });
export const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filter' }).getByRole('button', { name });
export const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });

/** Scans a code that is refused, and returns to the camera. */
export async function scan(page: Page, code: string): Promise<void> {
  await openScanner(page);
  await typeCode(page, code);
  await expect(verdict(page, 'Refused')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
}

/** The file that a button saves. */
export async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Leaves a scan in quarantine, and returns to the camera. */
export async function scanRejected(page: Page, code: string): Promise<void> {
  await rejectScans(page);
  await openScanner(page);
  await typeCode(page, code);
  await expect(page.getByText(/needs a decision/i).first()).toBeVisible();
  await acceptScans(page);
}
