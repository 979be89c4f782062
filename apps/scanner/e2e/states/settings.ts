import { expect } from '@playwright/test';
import { answer } from '../support/answer.ts';
import { fillStorage } from '../support/faults.ts';
import { untilReadyForOffline } from './steps.ts';
import type { View } from './view-state.ts';

export const SETTINGS: View = {
  title: 'Settings',
  states: [
    {
      name: 'plain',
      says: 'Grouped rows, saved at once; options that this device does not support are left out.',
      visit: { path: '/settings', signedIn: true },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'About' })).toBeVisible(),
    },
    {
      name: 'every flag on',
      says: 'Languages, all code types, the flags themselves, the log history.',
      visit: {
        path: '/settings',
        signedIn: true,
        config: {
          FEATURE_FLAGS: {
            ENABLE_MULTI_LANGUAGE: true,
            ENABLE_ADVANCED_SCANNING: true,
            ENABLE_DEBUG_MODE: true,
            SHOW_FEATURE_FLAGS_UI: true,
          },
        },
      },
      shows: (page) => page.getByRole('heading', { name: 'Feature flags' }),
      async reach({ page }) {
        await page.getByRole('switch', { name: 'Feature flags' }).click();
        await expect(page.getByText('SHOW_FEATURE_FLAGS_UI')).toBeVisible();
      },
    },
    {
      name: 'asked before the identifier is reset',
      says: 'A confirmation whose button names the action.',
      visit: { path: '/settings', signedIn: true },
      async reach({ page }) {
        await untilReadyForOffline(page);
        await page.getByRole('button', { name: 'Reset identifier' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
    {
      name: 'asked before the device is wiped',
      says: 'What goes, what stays, and that the clerk is signed out.',
      visit: { path: '/settings', signedIn: true },
      async reach({ page }) {
        await untilReadyForOffline(page);
        await page.getByRole('button', { name: 'Wipe this device' }).click();
        await expect(page.getByRole('alertdialog', { name: 'Wipe this device?' })).toBeVisible();
      },
    },
    {
      name: 'reset',
      says: 'A toast under the header says what was done.',
      visit: { path: '/settings', signedIn: true },
      async reach({ page }) {
        await page.getByRole('button', { name: 'Reset identifier' }).click();
        await answer(page, 'Reset');
        await expect(page.getByText('This device has a new identifier', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'not saved',
      says: 'The browser has no room to save a choice; the notice offers to undo it.',
      visit: { path: '/settings', signedIn: true },
      async reach({ page }) {
        await expect(page.getByRole('switch', { name: 'Sounds' })).toBeChecked();
        await fillStorage(page, { free: 0 });
        await page.getByRole('switch', { name: 'Sounds' }).click();
        await expect(page.getByRole('listitem').filter({ hasText: 'Not saved' })).toBeVisible();
      },
    },
    {
      name: 'can be installed',
      says: 'A row, where the browser offers installation; the app never prompts by itself.',
      visit: { path: '/settings', signedIn: true },
      shows: (page) => page.getByRole('heading', { name: 'Install' }),
      async reach({ page }) {
        await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
        // Headless Chromium never offers it.
        await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
        await untilReadyForOffline(page);
        await expect(page.getByRole('button', { name: 'Install' })).toBeVisible();
      },
    },
  ],
};
