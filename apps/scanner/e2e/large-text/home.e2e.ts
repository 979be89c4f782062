import { eachLanguageAndSize, eachSize } from '../checks/sizes.ts';
import { wordsOutside } from '../checks/words.ts';
import { goHome, scanAtDesk } from '../states/steps.ts';
import { expect, test } from '../support/test.ts';

test('three figures share the width of a phone, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await expect(page.locator('.app-stat__value').first()).toBeVisible();
  await eachLanguageAndSize(page, { '100%': [320, 360, 390, 402, 430, 599] }, async (at) => {
    expect(await wordsOutside(page, '.app-stat > *'), at).toEqual([]);
    const unused = await page.locator('.app-stats').evaluate((figures) => {
      const last = figures.querySelector('.app-stat:last-child');
      return figures.getBoundingClientRect().right - (last?.getBoundingClientRect().right ?? 0);
    });
    expect(unused, at).toBeLessThan(2);
  });
});

test('the first figure and its pace stand apart, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await scanAtDesk(page, ['LARGE-TEXT']);
  await goHome(page);
  await expect(page.locator('.app-stat__when')).toBeVisible();
  await eachLanguageAndSize(page, { '100%': [320, 360, 390, 1440], '200%': [390] }, async (at) => {
    const between = await page.locator('.app-stat--lead').evaluate((figure) => {
      const [value, pace] = ['.app-stat__value', '.app-stat__when'].map((part) => figure.querySelector(part));
      const range = document.createRange();
      // More scans than a test makes.
      if (value && Number(value.textContent) < 9) value.textContent = '1,234';
      range.selectNodeContents(value as Element);
      return (pace?.getBoundingClientRect().left ?? 0) - range.getBoundingClientRect().right;
    });
    expect(between, at).toBeGreaterThan(4);
    expect(await wordsOutside(page, '.app-stat--lead > *'), at).toEqual([]);
  });
});

test('names, reasons and places of the last scans are whole', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await scanAtDesk(page, ['LARGE-TEXT', 'HL-2026-0014', 'HL-2026-0016']);
  await goHome(page);
  await expect(page.getByText('LARGE-TEXT')).toBeVisible();
  await eachSize(page, { '100%': [320, 1024], '200%': [390, 820, 1440] }, async (at) => {
    const words = '.app-last-scans :is(.stx-row__body > *, .stx-row__subtitle > *)';
    expect(await wordsOutside(page, words), at).toEqual([]);
  });
});
