import { expect, type Page } from '@playwright/test';
import type { Gate, Gates } from '@scantix/api-contract';
import { signInByApi } from '../support/api-clerk.ts';
import { OTHER_CLERK, openScanner, STEWARD, typeCode, verdict } from '../support/clerk.ts';
import { HELD, type Visit } from '../support/visit.ts';
import { scanAtDesk, untilReadyForOffline } from './steps.ts';
import { cut, hold, NO_NETWORK, type View } from './view-state.ts';

const REPORTS_CALLS = '**/scantix/v0/reports/**';

export const REPORTS: View = {
  title: 'Reports',
  states: [
    {
      name: 'full',
      says: 'Six figures, a line chart with the day before, then one card for each chart.',
      visit: { path: '/reports', signedIn: true },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'Admitted every 5 minutes' })).toBeVisible(),
    },
    {
      name: 'live gates',
      says: 'Every checkpoint with its pace, its devices and how full it is; those that are silent come first.',
      visit: { path: '/reports?show=gates', signedIn: true, prepare: makeGatesBusy },
      async reach({ page }) {
        await expect(page.getByText('Silent', { exact: true })).toBeVisible();
        await expect(page.getByText('Nearly full')).toBeVisible();
      },
    },
    {
      name: 'as a table',
      says: 'Every chart shows its numbers as a table instead.',
      visit: { path: '/reports', signedIn: true },
      shows: (page) => page.getByRole('heading', { name: 'Refused, by reason' }),
      async reach({ page }) {
        await page.getByText('View as table').nth(1).click();
        await expect(page.getByRole('table')).toBeVisible();
      },
    },
    {
      name: 'empty',
      says: 'A period without scans keeps its axes.',
      visit: { path: '/reports?period=hour', signedIn: true, clerk: OTHER_CLERK },
      reach: ({ page }) => expect(page.getByText('No scans in this period')).toBeVisible(),
    },
    {
      name: 'conflict',
      says: 'A device without a network admitted a ticket that another had already used up.',
      visit: { path: '/settings', signedIn: true, clerk: OTHER_CLERK, storage: HELD },
      reported: NO_NETWORK,
      async reach({ page, context, backend }) {
        await untilReadyForOffline(page);
        const count = await countTickets(page);
        const clerk = await signInByApi(backend.origin, OTHER_CLERK);
        await clerk.importTickets([{ barcode: 'OM-2026-4001', holder: 'Wilhelmina Castellanos', type: 'Stalls' }]);
        await page.getByRole('button', { name: 'Update the tickets' }).click();
        await expect.poll(() => countTickets(page)).toBe(count + 1);
        await openScanner(page);
        await context.setOffline(true);
        await clerk.scan('OM-2026-4001', backend.now());
        await typeCode(page, 'OM-2026-4001');
        await expect(verdict(page, 'Accepted')).toContainText('Wilhelmina Castellanos');
        await context.setOffline(false);
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
        await expect(page.getByRole('region', { name: 'Conflicts' })).toContainText('Wilhelmina Castellanos');
      },
    },
    {
      name: 'offline',
      says: 'The last figures from the server, and when they were fetched.',
      visit: { path: '/reports', signedIn: true, prepare: endTheLine },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await expect(page.getByRole('heading', { name: 'Admitted every 5 minutes' })).toBeVisible();
        await context.setOffline(true);
        await expect(page.getByText(/The server cannot be reached. Last updated/)).toBeVisible();
      },
    },
    {
      name: 'this device only',
      says: 'Without the server: the counts of this device.',
      visit: { path: '/', signedIn: true, prepare: cut(REPORTS_CALLS) },
      reported: NO_NETWORK,
      async reach({ page }) {
        await scanAtDesk(page, ['HL-2026-0014', 'HL-2026-0016', 'HL-2026-0018']);
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
        await expect(page.getByText('This device only')).toBeVisible();
      },
    },
    {
      name: 'only scans',
      says: 'A clerk without the right to supervise: the counts of this device, and whom to ask.',
      visit: { path: '/', signedIn: true, clerk: STEWARD },
      async reach({ page }) {
        await scanAtDesk(page, ['HL-2026-0014', 'HL-2026-0016', 'HL-2026-0018']);
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
        await expect(page.getByRole('note')).toContainText('Ask someone from Gate team or Supervisors.');
        await expect(page.getByRole('region', { name: 'By outcome' })).toBeVisible();
      },
    },
    {
      name: 'loading',
      says: 'A skeleton of the same size.',
      visit: { path: '/reports', signedIn: true, prepare: hold(REPORTS_CALLS) },
      async reach({ page }) {
        await expect(page.getByRole('group', { name: 'Period' })).toBeVisible();
        await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
      },
    },
  ],
};

/** The number of tickets on the device, as Settings shows it. */
async function countTickets(page: Page): Promise<number> {
  const words = await page.getByText(/^[\d,]+ tickets, .+ old$/).textContent();
  return Number.parseInt(words?.replaceAll(',', '') ?? '', 10);
}

/**
 * One gate is silent, which takes minutes, and one nearly full, with devices that have names: the rest of the answer is the
 * server's.
 */
function makeGatesBusy({ context }: Visit): Promise<unknown> {
  return context.route('**/scantix/v0/reports/gates', async (route) => {
    const live: Gates = await (await route.fetch()).json();
    const [full, , silent] = live.gates;
    const device = live.devices[0];
    if (!full || !silent || !device) throw new Error('The demo has three gates, and a device.');
    const seenAt = new Date(Date.parse(live.as_of) - 5 * 60_000).toISOString();
    const filling = { kind: 'fills', from_minutes: 3, to_minutes: 6 } as const;
    const gates: Gate[] = [
      { ...full, state: 'live', capacity: Math.round(full.inside / 0.93), entered: 26, forecast: filling },
      { ...silent, state: 'silent' },
    ];
    const spare = { ...device, id: '0123456789abcdef.9c1e07', checkpoint_id: null };
    const seen = {
      ...device,
      name: 'Phone 3',
      checkpoint_id: full.id,
      battery: 0.86,
      waiting: 1,
      tickets_at: live.as_of,
    };
    const lost = { ...device, id: 'ab12cd34', name: 'Phone 7', clerk: 's.qureshi', battery: 0.12, charging: false };
    const unseen = { ...lost, checkpoint_id: silent.id, seen_at: seenAt, waiting: 14, tickets_at: seenAt };
    const others = live.gates.filter(({ id }) => gates.every((gate) => gate.id !== id));
    await route.fulfill({ json: { ...live, gates: [...gates, ...others], devices: [seen, unseen, spare] } });
  });
}

/** Breaks every connection over which the server announces changes. */
function endTheLine({ context }: Visit): Promise<unknown> {
  return context.route('**/scantix/v0/reports/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
}
