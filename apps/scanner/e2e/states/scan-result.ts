import { expect } from '@playwright/test';
import { answer } from '../support/answer.ts';
import { typeCode, verdict } from '../support/clerk.ts';
import { scanAtDesk } from './steps.ts';
import { cut, hold, NO_NETWORK, type View } from './view-state.ts';

export const SCAN_RESULT: View = {
  title: 'Scan result',
  states: [
    {
      name: 'accepted, check',
      says: 'Opened by its address: safe to reload and to share, nothing is used up.',
      visit: { path: '/scan-result/HL-2026-0008', signedIn: true },
      async reach({ page }) {
        await expect(verdict(page, 'Check only')).toContainText('Family Adeyemi');
        await expect(page.getByText('No entry used')).toBeVisible();
        await expect(page.getByRole('region', { name: 'This code' })).toContainText(/scan/);
      },
    },
    {
      name: 'refused',
      says: 'The verdict as a card, the ticket, the history of the code, the raw code.',
      visit: { path: '/', signedIn: true },
      async reach({ page }) {
        await scanAtDesk(page, ['8711253011119']);
        await expect(page.getByRole('region', { name: 'This code' })).toContainText('Let in');
      },
    },
    {
      name: 'entry taken back',
      says: 'Both the entry and its undo stay in the log.',
      visit: { path: '/', signedIn: true },
      async reach({ page }) {
        await scanAtDesk(page, ['8711253011027']);
        await page.getByRole('button', { name: 'Undo' }).click();
        await answer(page, 'Take back');
        await expect(page.getByText('Taken back by')).toBeVisible();
        await expect(page.getByRole('region', { name: 'This code' })).toContainText('Undone');
      },
    },
    {
      name: 'waiting',
      says: 'Stored on this device, and sent as soon as the server answers.',
      visit: { path: '/scanner', signedIn: true, prepare: cut('**/tickets/v0/snapshot**') },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await context.setOffline(true);
        await typeCode(page, 'HL-2026-0007');
        await page.getByRole('button', { name: 'Details' }).click();
        await expect(page.getByText('Saved here')).toBeVisible();
        await expect(page.getByText('History unavailable offline')).toBeVisible();
      },
    },
    {
      name: 'loading',
      says: 'A placeholder of the size of the card.',
      visit: { path: '/scan-result/HL-2026-0012', signedIn: true, prepare: hold('**/tickets/v0/lookup') },
      reach: ({ page }) => expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible(),
    },
    {
      name: 'error',
      says: 'What went wrong, and one press to try again.',
      visit: { path: '/scan-result/HL-2026-0012', signedIn: true, prepare: cut('**/tickets/v0/lookup') },
      reported: NO_NETWORK,
      reach: ({ page }) =>
        expect(page.getByRole('heading', { name: "Can't look up this code right now" })).toBeVisible(),
    },
    {
      name: 'no such scan',
      says: 'An id that neither this device nor the server knows.',
      visit: {
        path: '/scan-result/HL-2026-0012?scan=01900000-0000-7000-8000-000000000000',
        signedIn: true,
      },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'No such scan' })).toBeVisible(),
    },
  ],
};
