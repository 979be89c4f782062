import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import { serverRecords } from '../support/server-records.ts';
import { setOffline, untilOfflineReady } from '../support/service-worker.ts';
import { expect, test } from '../support/test.ts';
import { chip, download, row, scan, scanRejected, search } from './steps.ts';

test('the scans that the server does not have are found by their state, without asking the server', async ({
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/ERR_FAILED|Failed to load resource/);
  const { page, context } = await visit({ signedIn: true });
  await scan(page, 'STATE-SENT');
  await scanRejected(page, 'STATE-REJECTED');
  await context.route('**/scantix/v0/scanner/scans', (route) => route.abort());
  await page.goto('/scanner');
  await typeCode(page, 'STATE-WAITING');
  await expect(verdict(page, 'Undecided')).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(scans\/search|reports\/counts)$/.test(request.url())) asked.push(request.url());
  });
  await page.goto('/results?sync=quarantined');
  await expect(row(page, 'STATE-REJECTED')).toContainText('The server rejected this scan: duplicate ID');
  await expect(page.getByRole('row').filter({ hasText: 'STATE-' })).toHaveCount(1);
  await expect(chip(page, 'All')).toHaveText('All1');
  await expect(page.getByText('This device only')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const state = page.getByLabel('Scans not sent yet');
  await expect(state).toHaveValue('quarantined');
  await state.selectOption({ label: 'Waiting' });
  await page.getByRole('button', { name: 'Show 1 scan', exact: true }).click();
  await expect(row(page, 'STATE-WAITING')).toBeVisible();
  await expect(row(page, 'STATE-REJECTED')).toHaveCount(0);
  expect(asked).toEqual([]);

  await context.unroute('**/scantix/v0/scanner/scans');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No scan matches' })).toBeVisible();
});

test.describe('without a network', () => {
  // The browser reports each call without a network.
  test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('Results lists and exports the scans of this device, and the whole log once the network is back', async ({
    backend,
    open,
  }) => {
    const { page, context } = await open({ signedIn: true });
    await untilOfflineReady(page);
    await expect(page.getByText('Ready for offline')).toBeVisible();
    await openScanner(page);
    await setOffline(context, true);
    await typeCode(page, 'RESULTS-OFFLINE-1');
    await expect(verdict(page, 'Undecided')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'All results' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'This device only' })).toBeVisible();
    await expect(row(page, 'RESULTS-OFFLINE-1')).toContainText('Waiting');
    const csv = await download(page, 'Export CSV');
    expect(csv.name).toBe('scans-of-this-device.csv');
    expect(csv.text).toContain('RESULTS-OFFLINE-1');
    await search(page).fill('no such code');
    await expect(page.getByRole('heading', { name: 'No scan matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(row(page, 'RESULTS-OFFLINE-1')).toBeVisible();

    await setOffline(context, false);
    await expect.poll(async () => (await serverRecords(backend.origin, 'RESULTS-OFFLINE-1')).length).toBe(1);
    await expect(page.getByRole('status').filter({ hasText: 'This device only' })).toHaveCount(0);
    await expect(row(page, 'RESULTS-OFFLINE-1')).toContainText('Refused');
    await expect(row(page, 'RESULTS-OFFLINE-1')).not.toContainText('Waiting');
  });
});
