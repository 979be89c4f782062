import { expect } from '@playwright/test';
import { STEWARD } from '../support/clerk.ts';
import { SIZES } from './sizes.ts';
import { scanAtDesk } from './steps.ts';
import { cut, hold, NO_NETWORK, type OpenedVisit, type View } from './view-state.ts';

const SCANS = '**/scantix/v0/scanner/scans/search';
const REFUSED = { path: '/results?outcome=refused&reason=already_used', signedIn: true } as const;

async function openFilters({ page }: OpenedVisit): Promise<void> {
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export JSON' })).toBeVisible();
}

export const RESULTS: View = {
  title: 'Results',
  states: [
    {
      name: 'full',
      says: 'Every scan of the domain, grouped by day: rows on a phone, a table on a desktop.',
      visit: { path: '/results', signedIn: true },
      reach: ({ page }) => expect(page.getByRole('rowheader').first()).toBeVisible(),
    },
    {
      name: 'only scans',
      says: 'A clerk without the right to supervise: the scans at the own checkpoints, without exports.',
      visit: { path: '/results', signedIn: true, clerk: STEWARD },
      async reach({ page }) {
        await expect(page.getByRole('note')).toContainText('Ask someone from Gate team or Supervisors.');
        await expect(page.getByRole('rowheader').first()).toBeVisible();
      },
    },
    {
      name: 'filters',
      says: 'They stand over the list.',
      visit: { ...REFUSED, viewport: SIZES.desktop },
      sizes: { tablet: SIZES.tablet, desktop: SIZES.desktop },
      reach: openFilters,
    },
    {
      name: 'filters on a phone',
      says: 'A sheet over the list: one press shows what was found.',
      visit: REFUSED,
      sizes: { phone: SIZES.phone },
      reach: openFilters,
    },
    {
      name: 'empty',
      says: 'A device without a network that has scanned nothing yet.',
      visit: { path: '/results', signedIn: true, prepare: cut(SCANS) },
      reported: NO_NETWORK,
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible(),
    },
    {
      name: 'no match',
      says: 'One press clears the filters.',
      visit: { path: '/results?search=nobody-has-this-code', signedIn: true },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'No scan matches' })).toBeVisible(),
    },
    {
      name: 'offline',
      says: 'The scans of this device, and why there are no others.',
      visit: { path: '/', signedIn: true, prepare: cut(SCANS) },
      reported: NO_NETWORK,
      async reach({ page }) {
        await scanAtDesk(page, ['HL-2026-0014', 'HL-2026-0016', 'HL-2026-0018']);
        await page.getByRole('link', { name: 'All results' }).click();
        await expect(page.getByText('This device only')).toBeVisible();
        await expect(page.getByRole('rowheader').first()).toBeVisible();
      },
    },
    {
      name: 'loading',
      says: 'Placeholder rows of the same height.',
      visit: { path: '/results', signedIn: true, prepare: hold(SCANS) },
      async reach({ page }) {
        await expect(page.getByRole('searchbox', { name: 'Search scans' })).toBeVisible();
        await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
      },
    },
  ],
};
