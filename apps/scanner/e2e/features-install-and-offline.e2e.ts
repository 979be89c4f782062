import type { Page } from '@playwright/test';
import type { Feature } from '../src/configuration/app-configuration.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { setOffline, untilOfflineReady } from './support/service-worker.ts';
import { expect, test } from './support/test.ts';
import { formatConfiguration } from './support/visit.ts';

// Each test first sees the area where it is on, so that what it looks for is known to have been there.

/** A configuration with these areas off. */
const without = (...features: readonly Feature[]) => ({
  FEATURES: Object.fromEntries(features.map((feature) => [feature, false])),
  FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true },
});
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('[9.13] install: neither the app nor the browser offers it', async ({ visit }) => {
  const offer = (page: Page) =>
    page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  const section = (page: Page) => page.getByRole('region', { name: 'Install' });
  const on = await visit({ path: '/settings', signedIn: true, config: without() });
  await expect(on.page.getByText('Licences')).toBeVisible();
  await offer(on.page);
  await expect(section(on.page)).toBeVisible();

  const { page } = await visit({ path: '/settings', signedIn: true, config: without('install') });
  await expect(page.getByText('Licences')).toBeVisible();
  // Held back: the browser shows no banner of its own.
  expect(await offer(page)).toBe(false);
  await expect(section(page)).toHaveCount(0);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
});

test('[9.13] offline: what earlier visits installed is removed, the device decides nothing, and a scan that waited is sent', async ({
  backend,
  expectedTroubles,
  open,
}) => {
  expectedTroubles.push(/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/);
  const [waited, undecided] = ['FEATURES-OFFLINE-WAITED', 'FEATURES-OFFLINE-LATER'];
  await backend.configure(formatConfiguration(without()));
  const { page, context } = await open({ signedIn: true });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await untilOfflineReady(page);
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('region', { name: 'Offline' })).toBeVisible();
  await openScanner(page);
  await setOffline(context, true);
  await typeCode(page, waited);
  await expect(page.getByText('Offline · 1 waiting')).toBeVisible();
  await page.goto('about:blank');

  await backend.configure(formatConfiguration(without('offline')));
  // The other tab must not send it first.
  await other.goto('about:blank');
  await setOffline(context, false);
  await page.goto('/');
  await expect.poll(async () => (await serverRecords(backend.origin, waited)).length).toBe(1);
  await expect(page.getByText('Last scans')).toBeVisible();
  expect(await readInstalled(page)).toEqual({ controller: null, registrations: 0, caches: [], tickets: false });
  await expect(page.getByText(/Ready for offline|offline tickets/)).toHaveCount(0);
  await tabs(page).filter({ hasText: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'This device' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Offline' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Update the tickets|Run offline test/ })).toHaveCount(0);

  await openScanner(page);
  await context.setOffline(true);
  await typeCode(page, undecided);
  await expect(verdict(page, 'Undecided')).toContainText('The server cannot be reached');
  await page.getByRole('button', { name: 'Next' }).click();
  await tabs(page).filter({ hasText: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Waiting to be sent' })).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await serverRecords(backend.origin, undecided)).length).toBe(1);
  await expect(page.getByRole('region', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.reload();
  expect(await readInstalled(page)).toEqual({ controller: null, registrations: 0, caches: [], tickets: false });
  await backend.configure(null);
});

test('[9.13] offline: a tab that the removed service worker still serves goes on working', async ({
  backend,
  open,
}) => {
  await backend.configure(formatConfiguration(without()));
  const { page, context } = await open({ signedIn: true });
  await untilOfflineReady(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText('Last scans')).toBeVisible();

  await backend.configure(formatConfiguration(without('offline')));
  await page.reload();
  await expect(page.getByText('Last scans')).toBeVisible();
  expect(await readInstalled(page)).toMatchObject({ controller: null, registrations: 0 });
  await tabs(other).filter({ hasText: 'Reports' }).click();
  await expect(other.getByText('Admitted', { exact: true }).first()).toBeVisible();
  await other.reload();
  await expect(other.getByText('Admitted', { exact: true }).first()).toBeVisible();
  expect(await readInstalled(other)).toMatchObject({ controller: null, registrations: 0 });
  await backend.configure(null);
});

/** What the device has for working without a network. */
function readInstalled(page: Page) {
  return page.evaluate(async () => ({
    controller: navigator.serviceWorker.controller?.state ?? null,
    registrations: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    tickets: (await indexedDB.databases()).some(({ name }) => name === 'scantix-scan-ledger-tickets'),
  }));
}
