import { expect, type Page } from '@playwright/test';

export const DEMO_CLERK = { username: 'm.okafor', password: 'scantix-demo', name: 'Miriam Okafor' };
/** Works in the same domain, at every checkpoint. */
export const SUPERVISOR = { ...DEMO_CLERK, username: 'p.zielinski', name: 'Piotr Zieliński' };
/** Works in the same domain at two checkpoints, and only scans. */
export const STEWARD = { ...DEMO_CLERK, username: 's.qureshi', name: 'Sana Qureshi' };
/** Works in another domain. */
export const OTHER_CLERK = { ...DEMO_CLERK, username: 'a.lindqvist', name: 'Astrid Lindqvist' };

/** Fills in the form and waits for the signed-in app. */
export async function signIn(page: Page, { username, password } = DEMO_CLERK): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // The address changes after the first paint of the frame, and would replace one that a test sets.
  await expect(page).not.toHaveURL(/\/login/);
}

export async function chooseCheckpoint(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Checkpoint' }).selectOption({ label: name });
}

/** Opens the scanner from Home. A code before the camera may be read, and its verdict stand, before this test looks. */
export async function openScanner(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scanner' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^(Barcode Scanner|Scan Result)$/ })).toBeVisible();
  const controls = page.getByRole('toolbar', { name: 'Scanner controls' });
  await expect(controls.or(page.locator('.app-verdict')).first()).toBeVisible();
}

/** Enters a code by hand in the scanner. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Type the code' }).click();
  await page.getByRole('textbox', { name: 'Barcode' }).fill(code);
  await page.getByRole('button', { name: 'Check code' }).click();
}

/** The live region of a verdict, by the word that it begins with. */
export function verdict(page: Page, word: 'Accepted' | 'Check only' | 'Attention' | 'Refused' | 'Undecided') {
  return page
    .getByRole(word === 'Accepted' || word === 'Check only' ? 'status' : 'alert')
    .filter({ hasText: new RegExp(`^${word}`) });
}

/** After a killed browser the session may be lost: Chromium writes local storage with a delay. */
export async function signInIfAsked(page: Page): Promise<void> {
  const form = page.getByRole('button', { name: 'Sign In' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(form.or(navigation).first()).toBeVisible();
  if (await form.isVisible()) await signIn(page);
}
