import { expect, type Page } from '@playwright/test';
import { signInByApi } from '../support/api-clerk.ts';
import { openScanner, typeCode } from '../support/clerk.ts';
import { giveTheCameraLightAndZoom } from '../support/light-and-zoom.ts';
import type { VisitOptions } from '../support/visit.ts';
import { ticketsOnTable } from './camera-pictures.ts';
import { AT_SCANNER, answerCamera, SCANNER_TROUBLES } from './scanner-troubles.ts';
import { scanAtDesk, streamCode, untilPictured, untilReadyForOffline } from './steps.ts';
import { hold, NO_NETWORK, stopTheClock, type View } from './view-state.ts';

const LANDSCAPE = { 'phone in landscape': { width: 844, height: 390 } };
/** A keyboard takes about 40 % of a phone. */
const ABOVE_KEYBOARD = { phone: { width: 390, height: 508 } };
const IN_BATCH = [
  { barcode: 'HL-2026-3001', holder: 'Ottilie Brandvold', type: 'Weekend pass' },
  { barcode: 'HL-2026-3002', holder: 'Ruben Achterberg', type: 'Day ticket Sat', status: 'cancelled' },
  { barcode: 'HL-2026-3003', holder: 'Mina Solberg', type: 'Youth', note: 'Proof of age: 16 to 18' },
] as const;

const OF_ONE_ORDER = [
  { barcode: 'HL-2026-3011', holder: 'Iker Castellanos', type: 'Weekend pass', seat: 'Row 4, seat 12' },
  { barcode: 'HL-2026-3012', holder: 'Maren Castellanos', type: 'Weekend pass', seat: 'Row 4, seat 13' },
  { barcode: 'HL-2026-3013', holder: 'Tove Castellanos', type: 'Youth', status: 'unpaid' },
] as const;

export const SCANNER: View = {
  title: 'Scanner',
  states: [
    {
      name: 'permission explained',
      says: 'What the camera is for, before the browser asks.',
      visit: { ...AT_SCANNER, prepare: answerPermission('prompt') },
      reach: ({ page }) => expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible(),
    },
    {
      name: 'starting',
      says: 'The camera has not started yet.',
      visit: { ...AT_SCANNER, prepare: answerCamera('never') },
      reach: ({ page }) => expect(page.getByText('Starting the camera…')).toBeVisible(),
    },
    {
      name: 'loading the decoder',
      says: 'The camera runs, and the decoder takes longer than a second to load.',
      visit: { ...AT_SCANNER, prepare: hold('**/worker-*.js') },
      reach: ({ page }) => expect(page.getByText('Loading the barcode reader…')).toBeVisible(),
    },
    {
      name: 'live',
      says: 'Full-screen video, the viewfinder, one line of text, the controls that this device supports.',
      visit: { ...AT_SCANNER, clock: true },
      async reach({ page }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await untilPictured(page);
        await stopTheClock(page);
      },
    },
    {
      name: 'live, after a scan',
      says: 'The last scan stands over the controls, and leads to its result.',
      visit: { ...AT_SCANNER, path: '/', clock: true },
      async reach({ page }) {
        await scanAtDesk(page, ['HL-2026-0014']);
        await openScanner(page);
        await expect(page.getByRole('list', { name: 'Last scan' })).toBeVisible();
        await untilPictured(page);
        await stopTheClock(page);
      },
    },
    {
      name: 'light and zoom',
      says: 'The light is on, and the zoom in its second step: only where the camera has them.',
      visit: { ...AT_SCANNER, clock: true, prepare: ({ page }) => page.addInitScript(giveTheCameraLightAndZoom) },
      async reach({ page }) {
        await page.getByRole('button', { name: 'Turn on light' }).click();
        await page.getByRole('button', { name: /^Zoom/ }).click();
        await expect(page.getByRole('button', { name: 'Turn on light', pressed: true })).toBeVisible();
        await untilPictured(page);
        await stopTheClock(page);
      },
    },
    {
      name: 'phone in landscape',
      says: 'The controls are beside the picture, within reach of the thumb; a hint covers no part of the code.',
      visit: { ...AT_SCANNER, clock: true },
      sizes: LANDSCAPE,
      async reach({ page }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await untilPictured(page);
        await stopTheClock(page);
      },
    },
    {
      name: 'live, with a hint',
      says: 'The hint follows from measures of the image and from the time without a read.',
      visit: { ...AT_SCANNER, clock: true },
      async reach({ page }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await page.clock.fastForward(6_500);
        await expect(page.getByText(/Move closer|Zoom in/)).toBeVisible();
        await stopTheClock(page);
      },
    },
    {
      name: 'type the code',
      says: 'For codes that the camera cannot read.',
      visit: AT_SCANNER,
      async reach({ page }) {
        await page.getByRole('button', { name: 'Type the code' }).click();
        await page.getByRole('textbox', { name: 'Barcode' }).fill('HL-2026-0001');
      },
    },
    {
      name: 'type the code, on-screen keyboard',
      says: 'What a keyboard on the screen leaves of a phone: the field and its buttons stay in sight.',
      visit: AT_SCANNER,
      sizes: ABOVE_KEYBOARD,
      async reach({ page }) {
        await page.getByRole('button', { name: 'Type the code' }).click();
        await page.getByRole('textbox', { name: 'Barcode' }).fill('HL-2026-0001');
      },
    },
    {
      name: 'type the code, nothing typed',
      says: 'A message appears beside the field.',
      visit: AT_SCANNER,
      async reach({ page }) {
        await typeCode(page, '');
        await expect(page.getByText('Enter the code printed under the barcode')).toBeVisible();
      },
    },
    {
      name: 'search by name',
      says: 'Tickets of visitors without a code. Those of one order stand together.',
      visit: AT_SCANNER,
      async reach({ page, backend }) {
        const order = 'WB-30412';
        await (await signInByApi(backend.origin)).importTickets(OF_ONE_ORDER.map((row) => ({ ...row, order })));
        await page.getByRole('button', { name: 'Type the code' }).click();
        await page.getByRole('button', { name: 'Search by name' }).click();
        await page.getByRole('searchbox', { name: 'Name or order' }).fill('Castellanos');
        await page.getByRole('checkbox', { name: 'Iker Castellanos' }).check();
      },
    },
    {
      name: 'camera only',
      says: 'Typed codes, images and batches are switched off.',
      visit: { ...AT_SCANNER, clock: true, config: { FEATURES: { typedCode: false, imageFile: false, batch: false } } },
      async reach({ page }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Type the code' })).toHaveCount(0);
        await stopTheClock(page);
      },
    },
    ...SCANNER_TROUBLES,
    {
      name: 'paused',
      says: 'After a minute without input; any touch or key resumes.',
      visit: { ...AT_SCANNER, clock: true },
      async reach({ page }) {
        await expect(page.getByText('Point at a code')).toBeVisible();
        // A call that is under way would take the minute, too.
        await page.waitForLoadState('networkidle');
        await page.clock.runFor(61_000);
        await expect(page.getByRole('button', { name: 'Tap to resume' })).toBeVisible();
      },
    },
    {
      name: 'offline',
      says: 'Scanning continues; the strip says how old the tickets on the device are.',
      visit: { ...AT_SCANNER, path: '/', clock: true },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await untilReadyForOffline(page);
        await openScanner(page);
        await expect(page.getByText('Point at a code')).toBeVisible();
        await expect.poll(() => hasDecoder(page)).toBe(true);
        await context.setOffline(true);
        await expect(page.getByText(/^Tickets /)).toBeVisible();
        await untilPictured(page);
        await stopTheClock(page);
      },
    },
    {
      name: 'stream',
      says: 'The newest accepted scan is a ribbon at the foot of the picture, and the camera goes on.',
      visit: { ...AT_SCANNER, clock: true, config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } } },
      async reach({ page, backend }) {
        const clerk = await signInByApi(backend.origin);
        await clerk.importTickets([
          {
            barcode: 'HL-2026-3006',
            holder: 'Ottilie Brandvold',
            type: 'Weekend pass',
            section: 'Balcony left',
            seat: 'Row 4, seat 13',
          },
        ]);
        await streamCode(page, 'HL-2026-3006', 'Ottilie Brandvold');
      },
    },
    {
      name: 'glance',
      says: 'A tablet at a gate: no frame around the picture, and a side for the visitor.',
      visit: { ...AT_SCANNER, path: '/scanner?view=glance', clock: true },
      async reach({ page }) {
        await expect(page.getByText('Please show your ticket')).toBeVisible();
        await expect(page.getByText('Point at a code')).toBeVisible();
        await untilPictured(page);
        await stopTheClock(page);
      },
    },
    {
      name: 'batch',
      redrawMs: 800,
      says: 'Several codes in one frame, each with its verdict in place, one list, one tap to continue.',
      visit: {
        ...AT_SCANNER,
        camera: ticketsOnTable(IN_BATCH.map(({ barcode }) => barcode)),
        prepare: answerPermission('prompt'),
        config: { FEATURE_FLAGS: { ENABLE_ADVANCED_SCANNING: true } },
      },
      async reach({ page, backend }) {
        const clerk = await signInByApi(backend.origin);
        await clerk.importTickets(IN_BATCH);
        // Before the camera reads a code: its result would open.
        await page.getByRole('button', { name: 'Batch' }).click();
        await page.getByRole('button', { name: 'Use the camera' }).click();
        const list = page.getByRole('log', { name: 'Scans of this batch' });
        await expect(list.getByRole('listitem')).toHaveCount(IN_BATCH.length);
        await expect(list).toContainText('Ottilie Brandvold');
        await expect(list).not.toContainText('Waiting');
      },
    },
  ],
};

/** Whether the worker of the camera has loaded what reads codes. */
async function hasDecoder(page: Page): Promise<boolean> {
  const load = () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm'));
  const loads = await Promise.all(page.workers().map((worker) => worker.evaluate(load)));
  return loads.includes(true);
}

/** Delays the browser's answer: Chromium grants its fake camera without asking. */
function answerPermission(state: PermissionState): NonNullable<VisitOptions['prepare']> {
  return ({ page }) =>
    page.addInitScript((answer) => {
      const query = navigator.permissions.query.bind(navigator.permissions);
      navigator.permissions.query = async (descriptor) =>
        String(descriptor.name) === 'camera' ? ({ state: answer } as PermissionStatus) : query(descriptor);
    }, state);
}
