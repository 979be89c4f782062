import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Whether everything that the element shows lies within the other one. */
async function liesWithin(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
  return !!inner && !!outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
}

test('the mode is whole at Home and in the header of the scanner, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  const mode = page.getByRole('combobox', { name: 'Mode' });
  for (const [width, size] of [
    [390, '100%'],
    [390, '150%'],
    [320, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await expect(mode).toBeVisible();
    expect(await liesWithin(mode, page.locator('main')), size).toBe(true);
    expect((await mode.boundingBox())?.width, size).toBeGreaterThan(48);
  }
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  const place = page.getByRole('banner').getByText('· Entry');
  await expect(place).toBeVisible();
  const cut = await place.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(cut, 'what stands in the header is cut').toBe(false);
});
