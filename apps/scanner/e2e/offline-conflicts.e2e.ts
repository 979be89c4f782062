import type { BrowserContext, Page } from '@playwright/test';
import { signInByApi } from './support/api-clerk.ts';
import { chooseCheckpoint, openScanner, typeCode, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

// The browser reports each call without a network, and the one that a test answers in place of the server.
test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED|status of 503/] });

const goHome = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();

test('two gates offline let the same ticket in: both keep their record, one is in conflict, both clerks and Reports see it', async ({
  backend,
  visit,
}) => {
  const code = '8711253011027';
  const gate = async (name: string, deviceId: string) => {
    const made = await visit({ signedIn: true, storage: { ...HELD, deviceId } });
    await chooseCheckpoint(made.page, name);
    await expect(made.page.getByText('Ready for offline')).toBeVisible();
    await openScanner(made.page);
    await made.context.setOffline(true);
    return made;
  };
  const first = await gate('Gate A, harbour', '1111111111111111.gate-a');
  const second = await gate('Gate B, main hall', '2222222222222222.gate-b');
  for (const { page } of [first, second]) {
    await typeCode(page, code);
    await expect(verdict(page, 'Accepted')).toContainText('Haruto Endo');
  }
  const online = async (context: BrowserContext, records: number) => {
    await context.setOffline(false);
    await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(records);
  };
  await online(first.context, 1);
  await online(second.context, 2);

  const records = await serverRecords(backend.origin, code);
  expect(records.map(({ verdict: { outcome, certainty } }) => [outcome, certainty])).toEqual([
    ['accepted', 'device'],
    ['accepted', 'device'],
  ]);
  expect(records.map(({ conflict }) => conflict?.kind)).toEqual(['already_used', undefined]);
  expect(records[0]?.conflict?.with_scan_id).toBe(records[1]?.id);

  await goHome(second.page);
  await expect(second.page.getByText('Let in offline; already used')).toBeVisible();
  // It happens within a minute, and at once on request.
  await first.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await first.page.getByRole('button', { name: 'Update the tickets' }).click();
  await expect(first.page.getByText('Let in offline; already used')).toBeVisible();
  await first.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  const conflicts = first.page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts).toContainText('Haruto Endo');
  await expect(conflicts).toContainText('Gate A, harbour');
  await expect(conflicts).toContainText('Gate B, main hall');
  const acknowledge = '**/conflicts/*/acknowledge';
  await first.page.route(acknowledge, (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'Shutting down' } }),
  );
  await conflicts.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(first.page.getByRole('listitem').filter({ hasText: 'Not saved' })).toContainText('The server is busy');
  await first.page.unroute(acknowledge);
  await conflicts.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(conflicts).toHaveCount(0);
  const [acknowledged] = await serverRecords(backend.origin, code);
  expect(acknowledged?.conflict?.acknowledged_by).toBe('m.okafor');
});

test('whoever was let out offline without an entry is called let out, wherever the conflict is told of', async ({
  backend,
  visit,
}) => {
  const code = 'LET-OUT-OFFLINE';
  await (await signInByApi(backend.origin)).importTickets([{ barcode: code }]);
  const { page, context } = await visit({
    signedIn: true,
    prepare: (made) => made.context.route('**/tickets/v0/snapshot**', (route) => route.abort('internetdisconnected')),
  });
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('exit');
  await openScanner(page);
  await context.setOffline(true);
  await typeCode(page, code);
  await expect(verdict(page, 'Undecided')).toBeVisible();
  await page.getByRole('button', { name: 'Let out' }).click();
  await expect(page.getByRole('list', { name: 'Last scan' })).toContainText('Let out by the clerk');
  await context.setOffline(false);
  await expect.poll(async () => (await serverRecords(backend.origin, code)).length).toBe(1);
  await goHome(page);
  await expect(page.getByText('Let out offline; no entry recorded')).toBeVisible();

  const { page: other } = await visit({ signedIn: true, storage: { deviceId: '2222222222222222.gate-b' } });
  await expect(other.getByRole('region', { name: 'Decisions to make' })).toContainText(
    'Let out offline; no entry recorded',
  );
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  const conflicts = other.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts).toContainText('Let out offline; no entry recorded');
  await conflicts.getByRole('link').click();
  await expect(other.getByText('Let out offline; no entry recorded.')).toBeVisible();
  await expect(other.getByText('m.okafor decided: let out.')).toBeVisible();
  await other.getByRole('button', { name: 'Undo' }).click();
  const dialog = other.getByRole('alertdialog', { name: 'Take this exit back?' });
  await expect(dialog).toContainText(`The visitor with ${code} counts as inside again.`);

  // The tests after this one use the same server.
  await page.getByRole('button', { name: 'Mark resolved' }).click();
  await expect(page.getByText('Let out offline')).toHaveCount(0);
});
