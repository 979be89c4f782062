import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openScanner, signIn, typeCode } from '../support/clerk.ts';
import { serverRecords } from '../support/server-records.ts';
import { untilOfflineReady } from '../support/service-worker.ts';

const SCANS = '**/scantix/v0/scanner/scans';

/** An action that hangs says what it waits for, before the time limit of the test ends it without a word. */
const ACTION_LIMIT_MS = 120_000;

/** Signs in, and waits until the app works without a network and has its tickets. */
export async function setUpDevice(page: Page): Promise<void> {
  page.setDefaultTimeout(ACTION_LIMIT_MS);
  await page.goto('/');
  await signIn(page);
  await untilOfflineReady(page);
  await expect(page.getByText('Ready for offline')).toBeVisible();
}

/** Scans that wait, because every call with scans is lost on its way. */
export async function scanInVain(page: Page, codes: readonly string[]): Promise<void> {
  await page.context().route(SCANS, (route) => route.abort());
  await openScanner(page);
  for (const code of codes) {
    await typeCode(page, code);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await expect.poll(() => countScans(page, 'waiting')).toBeGreaterThanOrEqual(codes.length);
}

/**
 * Lets a page run its own script and styles, which a backend from before decision 0074 does not name in its policy: of such a
 * build only the calls count here.
 */
export async function allowOwnScript(context: BrowserContext): Promise<void> {
  await context.route('/', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

/** Lets the calls with scans through again. */
export const letScansThrough = (context: BrowserContext) => context.unroute(SCANS);

/** The server has one record of this device for each code, nothing waits, and the server has rejected nothing. */
export async function expectDelivered(page: Page, origin: string, codes: readonly string[]): Promise<void> {
  const deviceId = await page.evaluate(() => localStorage.getItem('deviceId'));
  for (const code of codes) {
    const records = async () => (await serverRecords(origin, code)).filter((record) => record.device_id === deviceId);
    await expect.poll(async () => (await records()).length, { message: code }).toBe(1);
  }
  await expect.poll(() => countScans(page, 'waiting')).toBe(0);
  expect(await countScans(page, 'quarantined')).toBe(0);
}

/** Counts the scans of the device's log, as any build stores it. */
function countScans(page: Page, sync: 'waiting' | 'quarantined'): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('scantix-scan-ledger');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('log').objectStore('log').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            resolve(reading.result.filter(({ sync: state }: { sync: string }) => state === wanted).length);
            opening.result.close();
          };
        };
      }),
    sync,
  );
}

/** The address of the app's script, which its content names: it differs between two builds. */
const scriptOf = (page: Page) => page.locator('script[type="module"][src]').first().getAttribute('src');

/** Takes the build that is served now: the service worker offers it after a reload. */
export async function takeNewBuild(page: Page): Promise<void> {
  await page.goto('/');
  const before = await scriptOf(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => scriptOf(page).catch(() => before)).not.toBe(before);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}
