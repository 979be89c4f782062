import type { Page } from '@playwright/test';
import { OTHER_LANGUAGES, showIn } from './language.ts';

/** The widths of the window in CSS pixels, by the size of the text that its user has set, such as `200%`. */
export type Sizes = Readonly<Record<string, readonly number[]>>;

export function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** Looks at the view at each size. `at` says which one it is. */
export async function eachSize(page: Page, sizes: Sizes, look: (at: string) => Promise<void>): Promise<void> {
  for (const [textSize, widths] of Object.entries(sizes)) {
    await setTextSize(page, textSize);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await look(`${width} px, text of ${textSize}`);
    }
  }
}

/** The same in every language. The view is in English before. */
export async function eachLanguageAndSize(
  page: Page,
  sizes: Sizes,
  look: (at: string) => Promise<void>,
): Promise<void> {
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(page, sizes, (at) => look(`${language}, ${at}`));
  }
}
