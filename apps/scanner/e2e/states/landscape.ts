import { expect } from '@playwright/test';
import { signInByApi } from '../support/api-clerk.ts';
import { typeCode, verdict } from '../support/clerk.ts';
import { TICKET_IN_HAND } from './camera-pictures.ts';
import { streamCode, untilPictured } from './steps.ts';
import { cut, NO_NETWORK, type View } from './view-state.ts';

const AT_SCANNER = { path: '/scanner', signedIn: true, camera: TICKET_IN_HAND } as const;
const sizes = { 'phone in landscape': { width: 844, height: 390 } };

export const LANDSCAPE: View = {
  title: 'Phone in landscape',
  states: [
    {
      name: 'type the code',
      says: 'The form is beside the picture.',
      visit: AT_SCANNER,
      sizes,
      async reach({ page }) {
        await page.getByRole('button', { name: 'Type the code' }).click();
        await page.getByRole('textbox', { name: 'Barcode' }).fill('HL-2026-0001');
        await untilPictured(page);
      },
    },
    {
      name: 'stream',
      says: 'The ribbon is below the picture, and leaves the code in sight.',
      visit: { ...AT_SCANNER, clock: true, config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } } },
      sizes,
      async reach({ page, backend }) {
        const clerk = await signInByApi(backend.origin);
        await clerk.importTickets([{ barcode: 'HL-2026-3021', holder: 'Ottilie Brandvold', type: 'Weekend pass' }]);
        await streamCode(page, 'HL-2026-3021', 'Ottilie Brandvold');
      },
    },
    {
      name: 'undecided',
      says: 'All buttons are in sight.',
      visit: { ...AT_SCANNER, prepare: cut('**/tickets/v0/snapshot**') },
      sizes,
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await context.setOffline(true);
        await typeCode(page, 'HL-2026-0007');
        await expect(verdict(page, 'Undecided')).toContainText('The server cannot be reached');
      },
    },
  ],
};
