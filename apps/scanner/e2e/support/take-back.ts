import { expect, type Page } from '@playwright/test';
import type { Backend } from './backend.ts';
import { DEMO_CLERK } from './clerk.ts';
import { serverRecords } from './server-records.ts';

/** The demo's clerk takes back the entry that is shown; waits until the server has it. */
export async function takeBack(page: Page, { backend, code }: { backend: Backend; code: string }): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Take this entry back?' });
  await expect(dialog).toBeVisible();
  await expect
    .poll(async () => {
      // A press within 300 ms of its opening would be taken for a stray tap.
      if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Take back' }).click();
      return (await serverRecords(backend.origin, code))[0]?.undone?.by;
    })
    .toBe(DEMO_CLERK.username);
}
