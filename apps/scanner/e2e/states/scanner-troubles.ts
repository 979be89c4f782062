import { expect } from '@playwright/test';
import type { VisitOptions } from '../support/visit.ts';
import { TICKET_IN_HAND } from './camera-pictures.ts';
import { untilPictured } from './steps.ts';
import { stopTheClock, type ViewState } from './view-state.ts';

/** The scanner of a signed-in clerk with a ticket before the camera. */
export const AT_SCANNER = { path: '/scanner', signedIn: true, camera: TICKET_IN_HAND } as const;

/** The states of the scanner in which nothing is scanned until somebody helps. */
export const SCANNER_TROUBLES: readonly ViewState[] = [
  {
    name: 'blocked',
    says: 'The steps that allow the camera in this browser; typed codes and images still work.',
    visit: { ...AT_SCANNER, prepare: answerCamera('NotAllowedError') },
    reach: ({ page }) => expect(page.getByRole('heading', { name: 'The camera is blocked' })).toBeVisible(),
  },
  {
    name: 'no camera',
    says: 'A device without a camera.',
    visit: { ...AT_SCANNER, prepare: answerCamera('NotFoundError') },
    reach: ({ page }) => expect(page.getByRole('heading', { name: 'No camera found' })).toBeVisible(),
  },
  {
    name: 'in use elsewhere',
    says: 'Another program uses the camera; the app keeps trying.',
    visit: { ...AT_SCANNER, prepare: answerCamera('NotReadableError') },
    reach: ({ page }) => expect(page.getByRole('heading', { name: 'The camera is in use elsewhere' })).toBeVisible(),
  },
  {
    name: 'without a decoder',
    says: 'The camera runs, but the decoder cannot be loaded.',
    visit: { ...AT_SCANNER, prepare: ({ page }) => page.route('**/worker-*.js', (route) => route.abort()) },
    reported: /net::ERR_FAILED .*\/assets\/worker-/,
    reach: ({ page }) => expect(page.getByRole('heading', { name: "Scanning couldn't start" })).toBeVisible(),
  },
  {
    name: 'insecure page',
    says: 'Browsers offer no camera to a page without HTTPS.',
    visit: {
      ...AT_SCANNER,
      prepare: ({ page }) =>
        page.addInitScript(() => {
          Object.defineProperty(window, 'isSecureContext', { value: false });
          Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
        }),
    },
    reach: ({ page }) => expect(page.getByRole('heading', { name: 'This page is not secure' })).toBeVisible(),
  },
  {
    name: 'a workgroup that does not scan',
    says: 'Nothing is recorded, and the line says whom to ask.',
    visit: { ...AT_SCANNER, clock: true, prepare: answerRights(['supervise']) },
    async reach({ page }) {
      await expect(page.getByText('Your workgroup does not scan. Ask your supervisor.')).toBeVisible();
      await untilPictured(page);
      await stopTheClock(page);
    },
  },
];

/** The browser's answer to the request for the camera. */
export function answerCamera(
  answer: 'never' | 'NotAllowedError' | 'NotFoundError' | 'NotReadableError',
): NonNullable<VisitOptions['prepare']> {
  return ({ page }) =>
    page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () =>
        name === 'never' ? new Promise(() => {}) : Promise.reject(new DOMException('as the test says', name));
    }, answer);
}

/** Gives the clerk other rights than the demo does. */
function answerRights(rights: readonly string[]): NonNullable<VisitOptions['prepare']> {
  return ({ context }) =>
    context.route('**/config/v0/scanner', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), rights } });
    });
}
