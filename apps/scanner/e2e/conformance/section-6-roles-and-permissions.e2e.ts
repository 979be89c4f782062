import { signIn } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';

test('[6.1] Two states only: authenticated and not', async ({ visit }) => {
  const { page } = await visit();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(page).toHaveURL(/\/login$/);
  await expect(navigation).toHaveCount(0);
  await signIn(page);
  await expect(navigation.getByRole('link')).toHaveCount(4);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(navigation).toHaveCount(0);
});

test('[1.1][6.2] The user has a workgroup and domain', async ({ visit }) => {
  const { page } = await visit({ signedIn: true, viewport: { width: 1280, height: 800 } });
  const { workgroup, domain } = await page.evaluate(() => JSON.parse(localStorage.userData));
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(`${workgroup} · ${domain}`);
});

test('[6.3][6.4] Signed-out users are sent to /login; signed-in users are kept away from /login', async ({ visit }) => {
  const signedOut = await visit({ path: '/reports' });
  await expect(signedOut.page).toHaveURL(/\/login$/);
  const signedIn = await visit({ path: '/login', signedIn: true });
  await expect(signedIn.page).toHaveURL(/:\d+\/$/);
});
