import { expect, test } from './support/test.ts';

test('a printed result is whole, and has no controls', async ({ visit }) => {
  const viewport = { width: 718, height: 1000 };
  const { page } = await visit({ path: '/scan-result/HL-2026-0016', signedIn: true, viewport });
  const raw = page.getByRole('region', { name: 'Raw code' });
  await expect(raw).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.app-verdict')).toBeInViewport();
  await expect(raw).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Next scan' })).toBeHidden();
});
