import type { BrowserContext } from '@playwright/test';
import { SUPERVISOR } from './support/clerk.ts';
import { burst } from './support/hardware-scanner.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { readStorage } from './support/visit.ts';

/** Delays the scanner configuration until the returned function is called. */
async function holdConfiguration(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route('**/config/v0/scanner', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a scan before the first configuration of a device waits for it', async ({ visit }) => {
  let configure = () => {};
  const { page } = await visit({
    signedIn: true,
    prepare: async ({ context }) => {
      configure = await holdConfiguration(context);
    },
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Scanner' })).toBeVisible();
  await burst(page, 'FIRST-SCAN-OF-ALL');
  await expect(page.getByText('One moment: loading the checkpoints', { exact: true })).toBeVisible();
  configure();
  await expect(page).toHaveURL(/\/scan-result\/FIRST-SCAN-OF-ALL\?scan=/);
  await expect(page.getByText('Not recorded: scan again', { exact: true })).toHaveCount(0);
});

test('a code that comes with the first frame of a view is recorded', async ({ visit }) => {
  const { page } = await visit({
    signedIn: true,
    prepare: ({ page: made }) =>
      made.addInitScript(() => {
        // An observer is called when React has changed the page, before the passive effects of that change.
        const observer = new MutationObserver(() => {
          if (!document.querySelector('main h2')) return;
          observer.disconnect();
          // Made at once: on a busy machine the keys would be too far apart for a scanner.
          const keys = [...'FIRST-FRAME', 'Enter'].map((key) => new KeyboardEvent('keydown', { key, code: key }));
          for (const key of keys) dispatchEvent(key);
        });
        observer.observe(document, { childList: true, subtree: true });
      }),
  });
  await expect(page).toHaveURL(/\/scan-result\/FIRST-FRAME\?scan=/);
});

test('a scan that waits while the clerk changes is refused, and not recorded for the next clerk', async ({
  backend,
  visit,
}) => {
  let configure = () => {};
  const { page, context } = await visit({
    signedIn: true,
    prepare: async (opening) => {
      configure = await holdConfiguration(opening.context);
    },
  });
  const next = await visit({ signedIn: true, clerk: SUPERVISOR });
  const { authToken, refreshToken, userData } = await readStorage(next.page);
  const tab = await context.newPage();
  await tab.goto(`${backend.origin}/config.js`);

  await expect(page.getByRole('heading', { level: 1, name: 'Scanner' })).toBeVisible();
  await burst(page, 'SCANNED-BY-ANOTHER');
  await expect(page.getByText('One moment: loading the checkpoints', { exact: true })).toBeVisible();
  await tab.evaluate((entries) => Object.assign(localStorage, entries), { authToken, refreshToken, userData });
  await expect(page.getByText('Supervisors ·')).toBeAttached();
  configure();
  await expect(page.getByText('Not recorded: scan again', { exact: true })).toBeVisible();
  await burst(page, 'SCANNED-AFTER-THAT');
  await expect.poll(async () => (await serverRecords(backend.origin, 'SCANNED-AFTER-THAT')).length).toBe(1);
  expect(await serverRecords(backend.origin, 'SCANNED-BY-ANOTHER')).toEqual([]);
});
