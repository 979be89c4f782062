import { expect } from '@playwright/test';
import { signInByApi } from '../support/api-clerk.ts';
import { openScanner, typeCode, verdict } from '../support/clerk.ts';
import { HELD, type VisitOptions } from '../support/visit.ts';
import { TICKET_IN_HAND } from './camera-pictures.ts';
import { untilReadyForOffline } from './steps.ts';
import { cut, hold, NO_NETWORK, stopTheClock, type View } from './view-state.ts';

/** Keeps an accepted verdict open: it would close before the picture is taken. */
const AT_SCANNER = {
  path: '/scanner',
  signedIn: true,
  camera: TICKET_IN_HAND,
  storage: HELD,
} satisfies VisitOptions;

export const VERDICTS: View = {
  title: 'Verdict',
  states: [
    {
      name: 'checking',
      says: 'Shown after one second without a verdict.',
      aria: `
        - status: Checking…`,
      visit: { ...AT_SCANNER, clock: true, prepare: hold('**/scantix/v0/scanner/scans') },
      async reach({ page }) {
        await typeCode(page, 'HL-2026-0016');
        await expect(page).toHaveURL(/scan-result/);
        await stopTheClock(page);
        await expect(page.getByText('Checking…')).toBeVisible();
      },
    },
    {
      name: 'accepted',
      says: 'Who, and for which seat. It closes by itself: the line in Next shows the time left.',
      aria: `
        - status:
          - paragraph: Accepted
          - paragraph: Amaia Etxeberria
        - term: Ticket
        - definition: Day ticket Sat
        - term: Seat
        - definition: Balcony left, Row 4, seat 12
        - term: Entries used
        - definition: 1 of 1
        - term: Code
        - definition: HL-2026-0001
        - paragraph: "/Decided: Server, .+/"
        - button "Details"
        - button "Next"`,
      visit: AT_SCANNER,
      async reach({ page }) {
        await typeCode(page, 'HL-2026-0001');
        await expect(verdict(page, 'Accepted')).toContainText('Amaia Etxeberria');
      },
    },
    {
      name: 'undone',
      says: 'An entry taken back, within ten seconds and without a question: an outline, and the entries as they are now.',
      aria: `
        - status:
          - paragraph: Accepted Undone
          - paragraph: Jonas Fjeld
        - term: Ticket
        - term: Entries used
        - definition: 0 of 1
        - button "Details"
        - button "Next"`,
      visit: AT_SCANNER,
      async reach({ page, backend }) {
        const clerk = await signInByApi(backend.origin);
        await clerk.importTickets([{ barcode: 'HL-2026-3005', holder: 'Jonas Fjeld', type: 'Day ticket Sat' }]);
        await typeCode(page, 'HL-2026-3005');
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(verdict(page, 'Accepted')).toContainText('Undone');
      },
    },
    {
      name: 'check',
      says: 'A check admits nobody: an outline without the fill of an admission.',
      aria: `
        - status:
          - paragraph: Check only
          - paragraph: Ingrid Solheim
          - paragraph: No entry used`,
      visit: { ...AT_SCANNER, storage: { ...HELD, scannerMode: JSON.stringify('check') } },
      async reach({ page, backend }) {
        const clerk = await signInByApi(backend.origin);
        await clerk.importTickets([{ barcode: 'HL-2026-3004', holder: 'Ingrid Solheim', type: 'Day ticket Sat' }]);
        await typeCode(page, 'HL-2026-3004');
        await expect(verdict(page, 'Check only')).toContainText('Ingrid Solheim');
      },
    },
    {
      name: 'attention',
      says: "The ticket's note for staff. The hatching distinguishes it from accepted without colour.",
      aria: `
        - alert:
          - paragraph: Attention
          - paragraph: /.+/
          - paragraph: "Under 18: ask for the wristband of the accompanying adult"
        - term: Ticket
        - definition: Youth
        - button "Details"
        - button "Next"`,
      visit: AT_SCANNER,
      async reach({ page }) {
        await typeCode(page, 'HL-2026-0009');
        await expect(verdict(page, 'Attention')).toContainText('wristband');
      },
    },
    {
      name: 'refused',
      says: 'The reason, what to do, and who scanned the ticket before, where and when. It stays until a tap.',
      aria: `
        - alert:
          - paragraph: Refused
          - paragraph: /Already used/
          - paragraph: Send to the info desk
        - term: Holder
        - term: Ticket
        - term: First scan
        - definition: /Gate B, main hall/
        - term: Code
        - button "Details"
        - button "Next"`,
      visit: AT_SCANNER,
      async reach({ page }) {
        await typeCode(page, 'HL-2026-0011');
        await expect(verdict(page, 'Refused')).toContainText('Already used');
      },
    },
    {
      name: 'undecided',
      says: 'Neither the server nor the device could decide: the clerk does, and the scan is sent later.',
      aria: `
        - alert:
          - paragraph: Undecided
          - paragraph: The server cannot be reached
          - paragraph: Check it yourself, then continue
        - term: This scan
        - definition: Saved, not sent yet
        - button "Let in"
        - button "Turned away"
        - button "Details"
        - button "Next"`,
      visit: { ...AT_SCANNER, prepare: cut('**/tickets/v0/snapshot**') },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await context.setOffline(true);
        await typeCode(page, 'HL-2026-0007');
        await expect(verdict(page, 'Undecided')).toContainText('The server cannot be reached');
      },
    },
    {
      name: 'repeat',
      says: 'The same ticket again on the same device. Neutral: the device knows the ticket, and not who shows it.',
      redrawMs: 500,
      aria: `
        - alert:
          - paragraph: Attention
          - paragraph: /You let this one in/
          - paragraph: "Counted once. A second person? Do not admit."
        - button "Details"
        - button "Next"`,
      visit: AT_SCANNER,
      async reach({ page }) {
        await typeCode(page, 'HL-2026-0004');
        await expect(verdict(page, 'Accepted')).toBeVisible();
        await page.getByRole('button', { name: 'Next' }).click();
        await typeCode(page, 'HL-2026-0004');
        await expect(verdict(page, 'Attention')).toContainText('You let this one in');
      },
    },
    {
      name: 'decided by this device',
      says: 'Without a network the device decides from its tickets, and the verdict says so.',
      visit: { ...AT_SCANNER, path: '/' },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await untilReadyForOffline(page);
        await openScanner(page);
        await context.setOffline(true);
        await typeCode(page, 'HL-2026-0017');
        await expect(verdict(page, 'Refused')).toContainText('Expired');
      },
    },
    {
      name: 'glance, accepted',
      says: 'Over the whole screen; the upper part is turned to the visitor, and names nobody.',
      visit: { ...AT_SCANNER, path: '/scanner?view=glance' },
      async reach({ page, backend }) {
        const clerk = await signInByApi(backend.origin);
        await clerk.importTickets([
          {
            barcode: 'HL-2026-3007',
            holder: 'Signe Vestergaard',
            type: 'Weekend pass',
            section: 'Balcony left',
            seat: 'Row 4, seat 14',
          },
        ]);
        await typeCode(page, 'HL-2026-3007');
        await expect(verdict(page, 'Accepted')).toContainText('Signe Vestergaard');
        await expect(page.getByText('Welcome')).toBeVisible();
      },
    },
    {
      name: 'glance, refused',
      says: 'The visitor is only asked to wait.',
      visit: { ...AT_SCANNER, path: '/scanner?view=glance' },
      async reach({ page }) {
        await typeCode(page, 'HL-2026-0011');
        await expect(verdict(page, 'Refused')).toContainText('Already used');
        await expect(page.getByText('Please wait')).toBeVisible();
      },
    },
    {
      name: 'glance, undecided',
      says: 'The clerk decides; the visitor is asked to wait.',
      aria: `
        - alert:
          - paragraph: Undecided
          - paragraph: The server cannot be reached
          - paragraph: Check it yourself, then continue
        - button "Let in"
        - button "Turned away"
        - button "Details"
        - button "Next"`,
      visit: { ...AT_SCANNER, path: '/scanner?view=glance', prepare: cut('**/tickets/v0/snapshot**') },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await expect(page.getByText('Please show your ticket')).toBeVisible();
        await context.setOffline(true);
        await typeCode(page, 'HL-2026-0007');
        await expect(verdict(page, 'Undecided')).toContainText('The server cannot be reached');
        await expect(page.getByText('Please wait')).toBeVisible();
      },
    },
  ],
};
