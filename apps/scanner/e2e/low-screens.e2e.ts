import { expect, test } from './support/test.ts';

/** A phone in landscape under the bars of its browser. */
const LOW = { width: 800, height: 304 };

test('on a low screen the ground of Sign In reaches as far as its form', async ({ visit }) => {
  const { page } = await visit({ path: '/login', viewport: LOW });
  await expect(page.locator('#root').getByRole('button', { name: 'Sign In' })).toBeVisible();
  const missing = await page.evaluate(() => {
    const bottom = (selector: string) => document.querySelector(`#root ${selector}`)?.getBoundingClientRect().bottom;
    return (bottom('.app-login__form') ?? Number.NaN) - (bottom('.app-login') ?? Number.NaN);
  });
  expect(missing).toBeLessThan(1);
});
