import { expect, type Page } from '@playwright/test';
import { answer } from './answer.ts';
import type { Backend } from './backend.ts';
import { DEMO_CLERK } from './clerk.ts';
import { serverRecords } from './server-records.ts';

/** Undoes the shown entry as the demo's clerk, and waits until the server has the undo. */
export async function undoEntry(page: Page, { backend, code }: { backend: Backend; code: string }): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Take this entry back?' });
  await expect(dialog).toContainText(`Ticket ${code} can be used again.`);
  await answer(page, 'Take back');
  await expect.poll(async () => (await serverRecords(backend.origin, code))[0]?.undone?.by).toBe(DEMO_CLERK.username);
}
