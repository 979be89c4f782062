import type { BrowserContext, Page } from '@playwright/test';
import { DEMO_CLERK } from './clerk.ts';

/** Where the real server cannot be made to fail in a way: answers the sign-in in its place. */
export function answerLogin(context: BrowserContext, status: number, body: object | string): Promise<unknown> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return context.route('**/v0/auth/login', (route) =>
    route.fulfill({ status, body: text, headers: { 'Content-Type': 'application/json' } }),
  );
}

/** Sends the form; waits for nothing. */
export async function trySignIn(page: Page, { username, password } = DEMO_CLERK): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Takes local storage's room away until `free` characters are left. */
export function fillStorage(page: Page, { free }: { free: number }): Promise<void> {
  return page.evaluate((left) => {
    for (let size = 8 * 1024 * 1024, kept = ''; size >= 1; size = Math.floor(size / 2)) {
      try {
        localStorage.setItem('filler', kept + 'x'.repeat(size));
        kept += 'x'.repeat(size);
      } catch {
        // Too much: half of it next.
      }
    }
    localStorage.setItem('filler', 'x'.repeat((localStorage.filler as string).length - left));
  }, free);
}
