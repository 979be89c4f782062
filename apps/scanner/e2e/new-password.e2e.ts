import type { Backend } from './support/backend.ts';
import { signIn } from './support/clerk.ts';
import { trySignIn } from './support/faults.ts';
import { NEW_DEVICE } from './support/signed-in.ts';
import { expect, test } from './support/test.ts';

const CLERK = { username: 'new.clerk', name: 'new.clerk' };
const OWN = 'harbour lights at nine';

async function createClerk({ scantix }: Backend, login: string): Promise<string> {
  const options = ['--workgroup', 'Gate team', '--domain', 'Harbour Lights'];
  const answer = JSON.parse(await scantix('--json', 'clerks', 'create', login, ...options));
  return (answer as { one_time_password: string }).one_time_password;
}

test('a clerk replaces a one-time password in Sign In, is signed in, and signs in with the new one from then on', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 403 .*\/v0\/auth\/login/, /\[scantix\] login-failed /);
  const password = await createClerk(backend, CLERK.username);

  const { page } = await visit({ path: '/settings', storage: NEW_DEVICE });
  await trySignIn(page, { ...CLERK, password });
  const field = page.getByLabel('New password');
  await expect(field).toBeFocused();
  await expect(page).toHaveTitle('Sign In');
  expect(new URL(page.url()).pathname).toBe('/login');
  await expect(field).toHaveAttribute('autocomplete', 'new-password');
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(CLERK.username);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(field).toBeFocused();

  const refused = async (text: string, words: string) => {
    await field.fill(text);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(field).toBeFocused();
  };
  await refused('too short', 'This password is too short.');
  await refused('not long', 'This password is too short.');
  await refused('password123', 'This password is too easy to guess.');
  await refused(password, 'Choose a password other than the one you were given.');

  // A password manager may fill the field without an event.
  await field.evaluate((input: HTMLInputElement, text) => {
    input.value = text;
  }, OWN);
  const answered = Promise.withResolvers<void>();
  await page.route('**/v0/auth/password', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  answered.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  const { page: next } = await visit({ path: '/login', storage: NEW_DEVICE });
  await signIn(next, { ...CLERK, password: OWN });
});

test('a new password whose answer is lost signs the clerk in at the next attempt', async ({
  backend,
  expectedTroubles,
  visit,
}) => {
  expectedTroubles.push(/status of 40[13] .*\/v0\/auth\//, /\/v0\/auth\/password.*ERR_FAILED|ERR_FAILED.*password/);
  expectedTroubles.push(/\[scantix\] login-failed /);
  const clerk = { username: 'lost.answer', name: 'lost.answer' };
  const password = await createClerk(backend, clerk.username);
  const { page } = await visit({ path: '/settings', storage: NEW_DEVICE });
  await trySignIn(page, { ...clerk, password });
  await page.getByLabel('New password').fill(OWN);
  await page.route('**/v0/auth/password', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const save = page.getByRole('button', { name: 'Save and sign in' });
  await save.click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await page.unroute('**/v0/auth/password');
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
