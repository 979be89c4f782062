import { expect } from '@playwright/test';
import { rejectScans } from '../support/faults.ts';
import { goHome, scanAtDesk, turnClock, untilReadyForOffline } from './steps.ts';
import { cut, NO_NETWORK, SCANS_AND_TICKETS, stopTheClock, type View } from './view-state.ts';

export const HOME: View = {
  title: 'Home',
  states: [
    {
      name: 'full',
      says: 'The Scan button within reach of the thumb, the day on this device, its checkpoint, the last scans.',
      visit: { path: '/', signedIn: true },
      async reach({ page }) {
        await untilReadyForOffline(page);
        await turnClock(page, -45);
        await scanAtDesk(page, ['HL-2026-0002', 'HL-2026-0011']);
        await turnClock(page, 15);
        await scanAtDesk(page, ['HL-2026-0005', 'HL-2026-0010', 'HL-2026-0003', 'HL-2026-0018']);
        await turnClock(page, 15);
        await scanAtDesk(page, ['HL-2026-0014']);
        await turnClock(page, 15);
        await scanAtDesk(page, ['HL-2026-0008', 'HL-2026-0013']);
        await goHome(page);
        await untilReadyForOffline(page);
        await expect(page.getByRole('link', { name: 'Family Adeyemi' })).toBeVisible();
        await expect(page.getByText('in the last 5 min')).toBeVisible();
      },
    },
    {
      name: 'empty',
      says: 'Before the first scan of a device.',
      visit: { path: '/', signedIn: true },
      async reach({ page }) {
        await expect(page.getByText('No scans yet')).toBeVisible();
        await untilReadyForOffline(page);
      },
    },
    {
      name: 'without reports and results',
      says: 'Both areas are switched off: three tabs, and no link to all results.',
      visit: { path: '/', signedIn: true, config: { FEATURES: { reports: false, results: false } } },
      async reach({ page }) {
        await untilReadyForOffline(page);
        await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(3);
      },
    },
    {
      name: 'needs a decision',
      says: 'A scan that the server rejected stays on the device until a person settles it.',
      visit: { path: '/', signedIn: true, prepare: ({ page }) => rejectScans(page) },
      async reach({ page }) {
        await scanAtDesk(page, ['HL-2026-2206']);
        await goHome(page);
        await untilReadyForOffline(page);
        await expect(page.getByRole('region', { name: 'Decisions to make' })).toContainText('HL-2026-2206');
      },
    },
    {
      name: 'loading',
      says: 'The frame of the first paint, while the device restores the session.',
      hasNoTranslator: true,
      visit: {
        path: '/',
        signedIn: true,
        clock: true,
        prepare: ({ page }) =>
          page.addInitScript(() => {
            IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
          }),
      },
      async reach({ page }) {
        await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
        // The device gives up after two seconds.
        await stopTheClock(page);
      },
    },
    {
      name: 'offline, scans waiting',
      says: 'On every view, the strip under the header says how many scans wait.',
      visit: { path: '/', signedIn: true, prepare: cut(SCANS_AND_TICKETS) },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await scanAtDesk(page, ['HL-2026-2201', 'HL-2026-2202', 'HL-2026-2203']);
        await context.setOffline(true);
        await goHome(page);
        await expect(page.getByText('Offline · 3 waiting')).toBeVisible();
        await expect(page.getByText('3 in the last 5 min')).toBeVisible();
        await expect(page.getByRole('link', { name: 'HL-2026-2203' })).toBeVisible();
      },
    },
  ],
};
