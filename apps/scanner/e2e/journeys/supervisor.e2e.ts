import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signInByApi } from '../support/api-clerk.ts';
import { chooseCheckpoint, openScanner, SUPERVISOR, typeCode, verdict } from '../support/clerk.ts';
import { serverRecords } from '../support/server-records.ts';
import { expect, test } from '../support/test.ts';
import { HELD } from '../support/visit.ts';

const DESKTOP = { width: 1280, height: 800 };
const LET_IN_TWICE = 'SHIFT-5';

const TICKETS = [
  { barcode: 'SHIFT-1', holder: 'Ada Shift' },
  { barcode: 'SHIFT-2', holder: 'Bo Shift', type: 'Shift pass' },
  { barcode: 'SHIFT-3', holder: 'Cy Shift', status: 'cancelled' },
  { barcode: 'SHIFT-4', holder: '=Di+Shift', note: 'Show the way' },
  { barcode: LET_IN_TWICE, holder: 'Ed Shift' },
] as const;

const toNumber = (shown: string | null) => Number((shown ?? '').replaceAll(',', ''));

/** The number of a tile. */
async function tile(page: Page, label: string): Promise<number> {
  const shown = page.locator('.app-stat').filter({ has: page.getByText(label, { exact: true }) });
  return toNumber(await shown.locator('.app-stat__value').textContent());
}

/** The rows of a chart's table; none when nothing is counted yet. */
async function table(page: Page, title: string): Promise<Record<string, number>> {
  const card = page.getByRole('region', { name: title });
  if ((await card.count()) === 0) return {};
  const asTable = card.getByRole('table');
  if (!(await asTable.isVisible())) await card.getByText('View as table').click();
  const rows = await asTable
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .all();
  const cells = rows.map(async (row) => [
    await row.getByRole('rowheader').textContent(),
    toNumber(await row.getByRole('cell').last().textContent()),
  ]);
  return Object.fromEntries(await Promise.all(cells));
}

/** The figures of the page as numbers. */
async function figuresOf(page: Page) {
  return {
    admitted: await tile(page, 'Admitted'),
    inside: await tile(page, 'Inside'),
    gate: (await table(page, 'Admitted, by checkpoint'))['Gate B, main hall'] ?? 0,
    pass: (await table(page, 'Admitted, by ticket type'))['Shift pass'] ?? 0,
    cancelled: (await table(page, 'Refused, by reason')).Cancelled ?? 0,
    unknown: (await table(page, 'Refused, by reason'))['Not a ticket for this event'] ?? 0,
  };
}

async function scan(page: Page, code: string, word: Parameters<typeof verdict>[1]): Promise<void> {
  await typeCode(page, code);
  await expect(verdict(page, word)).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('toolbar', { name: 'Scanner controls' })).toBeVisible();
}

test('a supervisor follows the gates: figures that are what was scanned, live; as a table, and as a file', async ({
  visit,
  backend,
}) => {
  const office = await signInByApi(backend.origin);
  await office.importTickets(TICKETS.filter(({ barcode }) => barcode !== LET_IN_TWICE));
  const { page: gate } = await visit({ signedIn: true, storage: HELD });
  await chooseCheckpoint(gate, 'Gate B, main hall');
  await openScanner(gate);

  const { page: desk } = await visit({ viewport: DESKTOP, path: '/reports', signedIn: true, clerk: SUPERVISOR });
  await expect(desk.getByText('Remaining', { exact: true })).toBeVisible();
  const before = await figuresOf(desk);

  await scan(gate, 'SHIFT-1', 'Accepted');
  await scan(gate, 'SHIFT-2', 'Accepted');
  await scan(gate, 'SHIFT-3', 'Refused');
  await scan(gate, 'SHIFT-4', 'Attention');
  await scan(gate, 'SHIFT-NOBODY', 'Refused');

  // The page updates by itself.
  await expect
    .poll(() => figuresOf(desk))
    .toEqual({
      admitted: before.admitted + 3,
      inside: before.inside + 3,
      gate: before.gate + 3,
      pass: before.pass + 1,
      cancelled: before.cancelled + 1,
      unknown: before.unknown + 1,
    });

  const saved = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const [header = '', ...lines] = text.trimEnd().split('\r\n');
  expect(header).toContain(
    'outcome,reason,certainty,mode,barcode,symbology,scan_method,holder,ticket_type,order,checkpoint',
  );
  // The columns from the outcome on, oldest first.
  const rows = lines.filter((line) => line.includes('SHIFT-')).map((line) => line.split(',').slice(3).join(','));
  const [how, where] = ['unknown,manual', '"Gate B, main hall",m.okafor,m.okafor'];
  expect(rows.reverse().map((row) => row.slice(0, row.indexOf(where) + where.length))).toEqual([
    `accepted,ok,server,entry,SHIFT-1,${how},Ada Shift,Ticket,,${where}`,
    `accepted,ok,server,entry,SHIFT-2,${how},Bo Shift,Shift pass,,${where}`,
    `refused,cancelled,server,entry,SHIFT-3,${how},Cy Shift,Ticket,,${where}`,
    // A formula is exported as text.
    `attention,needs_attention,server,entry,SHIFT-4,${how},'=Di+Shift,Ticket,,${where}`,
    `refused,unknown_code,server,entry,SHIFT-NOBODY,${how},,,,${where}`,
  ]);
});

test.describe('a gate without a network', () => {
  // The browser reports each call without a network.
  test.use({ expectedTroubles: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('let somebody in who was in already: a supervisor sees both scans, sees to it, and the clerk is rid of it', async ({
    visit,
    backend,
  }) => {
    const office = await signInByApi(backend.origin);
    await office.importTickets(TICKETS.filter(({ barcode }) => barcode === LET_IN_TWICE));
    const { page: gate, context } = await visit({
      signedIn: true,
      storage: { ...HELD, deviceId: '3333333333333333.gate-a' },
    });
    await chooseCheckpoint(gate, 'Gate A, harbour');
    await expect(gate.getByText('Ready for offline')).toBeVisible();
    await openScanner(gate);
    await context.setOffline(true);

    const { page: otherGate } = await visit({
      signedIn: true,
      clerk: { ...SUPERVISOR, username: 'j.brandt' },
      storage: { ...HELD, deviceId: '4444444444444444.gate-b' },
    });
    await chooseCheckpoint(otherGate, 'Gate B, main hall');
    await openScanner(otherGate);
    await scan(otherGate, LET_IN_TWICE, 'Accepted');

    await scan(gate, LET_IN_TWICE, 'Accepted');
    await context.setOffline(false);
    await gate.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(gate.getByText('Let in offline; already used')).toBeVisible();

    const { page: desk } = await visit({ viewport: DESKTOP, path: '/reports', signedIn: true, clerk: SUPERVISOR });
    const conflict = desk
      .getByRole('region', { name: 'Conflicts' })
      .getByRole('listitem')
      .filter({ hasText: 'Ed Shift' });
    await expect(conflict).toContainText('Let in offline; already used');
    await expect(conflict).toContainText('Gate A, harbour · m.okafor');
    await expect(conflict).toContainText('Gate B, main hall · j.brandt');
    await conflict.getByRole('button', { name: 'Mark resolved' }).click();
    await expect(conflict).toHaveCount(0);
    const [later, earlier] = await serverRecords(backend.origin, LET_IN_TWICE);
    expect(later?.conflict?.acknowledged_by).toBe(SUPERVISOR.username);
    expect([later?.verdict.outcome, earlier?.verdict.outcome]).toEqual(['accepted', 'accepted']);

    // It happens within a minute, and at once on request.
    await gate.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await gate.getByRole('button', { name: 'Update the tickets' }).click();
    await gate.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(gate.getByRole('heading', { name: 'Decisions to make' })).toHaveCount(0);
    await expect(gate.getByText('Let in offline')).toHaveCount(0);
  });
});
