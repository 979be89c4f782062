import { expect } from '@playwright/test';
import type { Visit } from '../support/visit.ts';
import { scanAtDesk } from './steps.ts';
import { cut, hold, NO_NETWORK, SCANS_AND_TICKETS, type View } from './view-state.ts';

export const AROUND: View = {
  title: 'Around the views',
  states: [
    {
      name: 'starting',
      says: 'The empty frame of the app, until the first view has loaded.',
      hasNoTranslator: true,
      visit: { path: '/', signedIn: true, prepare: hold('**/assets/signed-in-*.js') },
      reach: ({ page }) => expect(page.locator('#first-paint .stx-header')).toBeVisible(),
    },
    {
      name: 'starting, signed out',
      says: 'Sign In, before the app has started.',
      hasNoTranslator: true,
      visit: { path: '/', prepare: hold('**/assets/login-view-*.js') },
      reach: ({ page }) => expect(page.locator('#first-paint').getByRole('heading', { name: 'Sign In' })).toBeVisible(),
    },
    {
      name: 'sign out with scans waiting',
      says: 'Signing out deletes nothing, and says how many scans wait.',
      visit: { path: '/', signedIn: true, prepare: cut(SCANS_AND_TICKETS) },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await scanAtDesk(page, ['HL-2026-2204', 'HL-2026-2205']);
        await context.setOffline(true);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await expect(page.getByRole('alertdialog', { name: 'Sign out with 2 scans waiting?' })).toBeVisible();
      },
    },
    {
      name: 'newer build',
      says: 'A small notice, never over the camera or a verdict.',
      visit: { path: '/settings', signedIn: true, prepare: haveBuildWaiting },
      reach: ({ page }) => expect(page.getByText('A new version is ready.')).toBeVisible(),
    },
    {
      name: 'unexpected error',
      says: 'A view that could not be shown, and how to continue: header and navigation stay.',
      visit: {
        path: '/',
        signedIn: true,
        prepare: ({ page }) => page.route('**/reports-view-*.js', (route) => route.abort()),
      },
      reported: /(?:net::ERR_FAILED|Failed to fetch dynamically imported module).*\/assets\/reports-view-/,
      async reach({ page }) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
        await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      },
    },
    {
      name: 'not found',
      says: 'The path, and two links to continue.',
      visit: { path: '/no/such/path', signedIn: true },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'Nothing at this address' })).toBeVisible(),
    },
    {
      name: 'not found, signed out',
      says: 'The same without the frame of the app.',
      visit: { path: '/no/such/path' },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'Nothing at this address' })).toBeVisible(),
    },
    {
      name: 'configuration error',
      says: 'Start-up failed: the error text is shown unchanged.',
      hasNoTranslator: true,
      visit: { path: '/', config: 'window.SCANTIX_CONFIG = {};' },
      reach: ({ page }) => expect(page.getByText('API_BASE_URL is required in configuration')).toBeVisible(),
    },
  ],
};

/** Replaces the service workers by a fake one with a waiting build: these tests run without a real one (see web-app.e2e.ts). */
function haveBuildWaiting({ page }: Visit): Promise<unknown> {
  return page.addInitScript(() => {
    const waiting = Object.assign(new EventTarget(), { postMessage() {} });
    const registration = Object.assign(new EventTarget(), { waiting, update: async () => {} });
    const container = Object.assign(new EventTarget(), { controller: waiting, register: async () => registration });
    Object.defineProperty(navigator, 'serviceWorker', { value: container });
  });
}
