import { signInByApi } from './support/api-clerk.ts';
import { openScanner, typeCode, verdict } from './support/clerk.ts';
import { serverRecords } from './support/server-records.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

// The browser reports each call without a network.
test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

test('the clerk sees section and seat on the verdict and on Scan Result, with a network and without', async ({
  backend,
  visit,
}) => {
  const where = { section: 'Balcony left', seat: 'Row 4, seat 12' };
  const [online, offline] = ['SEATED-ONLINE', 'SEATED-OFFLINE'];
  await (await signInByApi(backend.origin)).importTickets([
    { barcode: online, holder: 'Solveig Aune', ...where },
    { barcode: offline, holder: 'Torvald Moe', ...where },
  ]);
  const { page, context } = await visit({ signedIn: true, storage: HELD });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await openScanner(page);
  for (const [code, holder, by] of [
    [online, 'Solveig Aune', 'Server'],
    [offline, 'Torvald Moe', 'This device'],
  ] as const) {
    await context.setOffline(code === offline);
    await typeCode(page, code);
    await expect(verdict(page, 'Accepted')).toContainText(holder);
    const facts = page.locator('.app-verdict__facts > div');
    await expect(facts).toHaveText([
      'TicketTicket',
      'SeatBalcony left, Row 4, seat 12',
      'Entries used1 of 1',
      `Code${code}`,
    ]);
    await expect(page.getByText(`Decided: ${by}`)).toBeVisible();
    await page.getByRole('button', { name: 'Details' }).click();
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true });
    await expect(ticket).toContainText(/Section\s*Balcony left\s*Seat\s*Row 4, seat 12/);
    await openScanner(page);
  }
  await context.setOffline(false);
  await expect.poll(async () => (await serverRecords(backend.origin, offline)).length).toBe(1);
  const [record] = await serverRecords(backend.origin, offline);
  expect(record?.verdict).toMatchObject({ certainty: 'device', ticket: where });
});
