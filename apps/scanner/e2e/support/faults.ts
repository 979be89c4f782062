import type { BrowserContext, Page, Route } from '@playwright/test';
import { DEMO_CLERK } from './clerk.ts';

const LOGIN = '**/v0/auth/login';

/**
 * Answers the sign-in in place of the real server, for failures that it cannot be made to have: an object as JSON, a text
 * as a page. The last answer counts.
 */
export async function answerLogin(context: BrowserContext, status: number, body: object | string): Promise<void> {
  const answer =
    typeof body === 'string'
      ? { contentType: 'text/html', body }
      : { contentType: 'application/json', body: JSON.stringify(body) };
  await context.unroute(LOGIN);
  await context.route(LOGIN, (route) => route.fulfill({ status, ...answer }));
}

/** Answers the sign-in as a server where the password has to be replaced first. */
export async function refuseOneTimePassword(context: BrowserContext): Promise<void> {
  const message = 'This password has to be replaced before you can sign in.';
  await context.route(LOGIN, (route) =>
    route.fulfill({
      status: 403,
      headers: { 'Scantix-Sign-In': 'new-password' },
      json: { success: false, code: 'forbidden', message },
    }),
  );
}

/** Submits the form without waiting for the result. */
export async function trySignIn(page: Page, { username, password } = DEMO_CLERK): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const SCANS = '**/scanner/scans';

/** Answers that every scan is rejected, until `acceptScans`: the real server rejects nothing that the app sends. */
export function rejectScans(page: Page): Promise<unknown> {
  return page.route(SCANS, async (route) => {
    const sent = route.request().postDataJSON() as { scans: { id: string }[] };
    const error = { code: 'payload_mismatch', message: 'Duplicate ID' };
    await route.fulfill({ json: { results: sent.scans.map(({ id }) => ({ id, status: 'rejected', error })) } });
  });
}

export function acceptScans(page: Page): Promise<unknown> {
  return page.unroute(SCANS);
}

/** Makes a script of the app impossible to load. */
export function loseScript(context: BrowserContext, name: string): Promise<void> {
  return routeScript(context, name, (route) => route.abort());
}

/** Answers the requests for a script of the app; an installed app, which keeps the script, has to fetch it again. */
export async function routeScript(
  context: BrowserContext,
  name: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await context.route(`**/assets/${name}-*.js`, answer);
  for (const worker of context.serviceWorkers()) await worker.evaluate(forgetFiles, `/assets/${name}-`);
}

async function forgetFiles(start: string): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const files = await cache.keys();
    const lost = files.filter(({ url }) => new URL(url).pathname.startsWith(start));
    await Promise.all(lost.map((file) => cache.delete(file)));
  }
}

/** Fills local storage until `free` characters are left. */
export function fillStorage(page: Page, { free }: { free: number }): Promise<void> {
  return page.evaluate((left) => {
    const fill = (size: number) => localStorage.setItem(`filler-${size}`, 'x'.repeat(size));
    const sizes = Array.from({ length: 24 }, (_, power) => 2 ** (23 - power));
    const filled = sizes.filter((size) => {
      try {
        fill(size);
        return true;
      } catch {
        return false;
      }
    });
    const [largest = 0] = filled;
    localStorage.setItem(`filler-${largest}`, 'x'.repeat(largest - left));
  }, free);
}
