import { expect } from '@playwright/test';
import { logIn } from '../support/api-clerk.ts';
import { DEMO_CLERK } from '../support/clerk.ts';
import { refuseOneTimePassword, trySignIn } from '../support/faults.ts';
import { hold, NO_NETWORK, type View } from './view-state.ts';

/** How many wrong passwords the server allows for one name. */
const ATTEMPTS = 10;

export const LOGIN: View = {
  title: 'Login',
  states: [
    {
      name: 'plain',
      says: 'Two labelled fields and one button in the lower half.',
      visit: { path: '/login' },
      reach: ({ page }) => expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible(),
    },
    {
      name: 'wiped',
      says: 'A manager has ordered it: what was deleted, and what stays sealed until somebody signs in.',
      visit: { path: '/login', storage: { scannerWipe: JSON.stringify({ order: 'an order', kept: 2 }) } },
      reach: ({ page }) => expect(page.getByRole('heading', { name: 'This device was wiped' })).toBeVisible(),
    },
    {
      name: 'busy',
      says: 'The server has not answered yet.',
      visit: { path: '/login', prepare: hold('**/v0/auth/login') },
      async reach({ page }) {
        await trySignIn(page);
        await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('aria-busy', 'true');
      },
    },
    {
      name: 'empty fields',
      says: 'Both fields are required: a message appears beside each, and no call is made.',
      visit: { path: '/login' },
      async reach({ page }) {
        await page.getByRole('button', { name: 'Sign In' }).click();
        await expect(page.getByText('Enter your password.')).toBeVisible();
      },
    },
    {
      name: 'wrong password',
      says: 'The message appears above the fields and takes the focus.',
      visit: { path: '/login' },
      reported: /status of 401 .*\/v0\/auth\/login|\[scantix\] login-failed /,
      async reach({ page }) {
        await trySignIn(page, { ...DEMO_CLERK, password: 'not this one' });
        await expect(page.getByRole('alert')).toHaveText('Invalid username or password. Please try again.');
      },
    },
    {
      name: 'too many attempts',
      says: 'The server refuses further attempts for a while, and the button counts down.',
      visit: { path: '/login' },
      reported: /status of 429 .*\/v0\/auth\/login|\[scantix\] login-failed /,
      async reach({ page, backend }) {
        const clerk = { ...DEMO_CLERK, username: 'gate.tablet', password: 'not this one' };
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          await logIn(backend.origin, clerk, 'e2e-guesser').catch(() => {});
        }
        await trySignIn(page, clerk);
        await expect(page.getByRole('button', { name: /^Try again in \d+\ss$/ })).toBeDisabled();
      },
    },
    {
      name: 'one-time password',
      says: 'The password that was given signs nobody in: the form asks for a new one in the same place.',
      visit: { path: '/login', prepare: ({ context }) => refuseOneTimePassword(context) },
      reported: /status of 403 .*\/v0\/auth\/login|\[scantix\] login-failed /,
      async reach({ page }) {
        await trySignIn(page);
        await expect(page.getByLabel('New password')).toBeFocused();
      },
    },
    {
      name: 'new password refused',
      says: 'The reason stands beside the field, which keeps what was typed and has the focus.',
      visit: { path: '/login', prepare: ({ context }) => refuseOneTimePassword(context) },
      reported: /status of 403 .*\/v0\/auth\/login|\[scantix\] login-failed /,
      async reach({ page }) {
        await trySignIn(page);
        await page.getByLabel('New password').fill('too short');
        await page.getByRole('button', { name: 'Save and sign in' }).click();
        await expect(page.getByText('This password is too short.')).toBeVisible();
      },
    },
    {
      name: 'offline',
      says: 'Signing in needs a network, and the view says so.',
      visit: { path: '/login' },
      reported: NO_NETWORK,
      async reach({ page, context }) {
        await page.waitForLoadState('networkidle');
        await context.setOffline(true);
        await expect(page.getByText("You're offline. Connect to sign in")).toBeVisible();
      },
    },
  ],
};
