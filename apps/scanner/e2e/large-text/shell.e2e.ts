import type { Locator } from '@playwright/test';
import { OTHER_LANGUAGES, showIn } from '../checks/language.ts';
import { sidewaysAt320 } from '../checks/layout.ts';
import { eachLanguageAndSize, eachSize, setTextSize } from '../checks/sizes.ts';
import { cutWords, wordsOutside } from '../checks/words.ts';
import { expect, test } from '../support/test.ts';

const EVERY_ROW = { ENABLE_MULTI_LANGUAGE: true, ENABLE_ADVANCED_SCANNING: true, SHOW_FEATURE_FLAGS_UI: true };

/** Whether everything that the element shows lies within the other one. */
async function liesWithin(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
  return !!inner && !!outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
}

test('the mode is whole at Home and in the header of the scanner, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  const mode = page.getByRole('combobox', { name: 'Mode' });
  await eachSize(page, { '100%': [390], '150%': [390], '200%': [320] }, async (at) => {
    await expect(mode).toBeVisible();
    expect(await liesWithin(mode, page.locator('main')), at).toBe(true);
    expect((await mode.boundingBox())?.width, at).toBeGreaterThan(48);
  });
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  const place = page.getByRole('banner').getByText('· Entry');
  await expect(place).toBeVisible();
  const cut = await place.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(cut, 'what stands in the header is cut').toBe(false);
});

for (const { path, row } of [
  { path: '/settings', row: 'Language' },
  { path: '/reports', row: 'Last hour' },
  { path: '/reports?show=gates', row: 'Gate A, harbour' },
]) {
  test(`text of twice the size is whole on a phone, at ${path}, in every language`, async ({ visit }) => {
    const { page } = await visit({ path, signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
    await expect(page.getByText(row)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0);
    await setTextSize(page, '200%');
    for (const language of ['en', ...OTHER_LANGUAGES]) {
      await showIn(page, language);
      expect(await sidewaysAt320(page), language).toEqual([]);
      expect(await cutWords(page), language).toEqual([]);
    }
  });
}

test('every choice of Settings is whole on the narrowest phone, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
  await expect(page.getByRole('combobox', { name: 'Refused' })).toBeVisible();
  await eachLanguageAndSize(page, { '200%': [320] }, async (at) => {
    const cut = await page.getByRole('combobox').evaluateAll((selects) => {
      const context = document.createElement('canvas').getContext('2d');
      return (selects as HTMLSelectElement[]).flatMap((select) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        if (context) context.font = font;
        const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1;
        return [...select.options].flatMap(({ label }) =>
          (context?.measureText(label).width ?? 0) > room ? label : [],
        );
      });
    });
    expect(cut, at).toEqual([]);
  });
});

test('the switches of Settings are whole on the narrowest phone, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/settings', signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
  const switches = page.getByRole('switch');
  await expect(switches.first()).toBeVisible();
  await eachLanguageAndSize(page, { '200%': [320] }, async (at) => {
    const cut = await switches.evaluateAll((all) =>
      all.flatMap((one) => {
        const edge = one.closest('.stx-panel')?.getBoundingClientRect().right ?? 0;
        return one.getBoundingClientRect().right > edge ? [one.closest('label')?.textContent] : [];
      }),
    );
    expect(cut, at).toEqual([]);
  });
});

test('the labels of the figures and of the navigation are whole from 600 px on, in every language', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  const widths = [600, 820, 1024, 1280, 1440];
  for (const view of ['Home', 'Reports']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await expect(page.locator('.app-stat__value').first()).toBeVisible();
    await eachLanguageAndSize(page, { '100%': widths, '200%': widths }, async (at) => {
      const cut = await wordsOutside(page, '.app-stat > *, .stx-nav__link > span');
      expect(cut, `${view}, ${at}`).toEqual([]);
    });
    await showIn(page, 'en');
  }
});

test('the names of the buttons in the header are whole, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
  const bubbles = page.locator('.stx-header .stx-tooltip__bubble');
  await expect(bubbles).toHaveCount(3);
  await eachLanguageAndSize(page, { '100%': [390], '200%': [320, 390, 820, 1440] }, async (at) => {
    const outside = await bubbles.evaluateAll((all) =>
      all.flatMap((bubble) => {
        for (const animation of bubble.getAnimations()) animation.finish();
        const { left, right } = bubble.getBoundingClientRect();
        return left < 0 || right > innerWidth ? [bubble.textContent] : [];
      }),
    );
    expect(outside, at).toEqual([]);
  });
});
