import type { Page } from '@playwright/test';
import { typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';
import { HELD } from './support/visit.ts';

/** Sets the spacing that readers may want: WCAG 2.2, 1.4.12. */
function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const { style } of document.querySelectorAll<HTMLElement>('body, body *')) {
      style.setProperty('line-height', '1.5', 'important');
      style.setProperty('letter-spacing', '0.12em', 'important');
      style.setProperty('word-spacing', '0.16em', 'important');
    }
  });
}

/** The words that a box cuts off. The place of a device gives way to its mode, and is whole at Home. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    const clips = (element: Element | null): Element | null =>
      !element || getComputedStyle(element).overflowX !== 'visible' ? element : clips(element.parentElement);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const box = clips(text.parentElement);
      if (!box || box.matches('.app-place__name')) continue;
      const { overflowX, clipPath } = getComputedStyle(box);
      // What scrolls can be reached, and what is for screen readers alone is clipped.
      if (overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') continue;
      range.selectNodeContents(text);
      const { right, width } = range.getBoundingClientRect();
      if (width > 1 && right > box.getBoundingClientRect().right + 1) cut.push(text.textContent ?? '');
    }
    return cut;
  });
}

for (const width of [320, 390]) {
  for (const [path, shown] of [
    ['/login', 'Sign In'],
    ['/', 'Last scans'],
    ['/scanner', 'Point at a code'],
    ['/results', 'scans'],
    ['/reports', 'Remaining'],
    ['/settings', 'About'],
  ] as const) {
    test(`spaced text is whole at ${path}, ${width} px wide`, async ({ visit }) => {
      const { page } = await visit({ path, signedIn: path !== '/login', viewport: { width, height: 844 } });
      await expect(page.getByText(shown).first()).toBeVisible();
      await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0);
      await spaceText(page);
      expect(await cutWords(page)).toEqual([]);
    });
  }

  test(`spaced text of a verdict is whole, ${width} px wide`, async ({ visit }) => {
    const { page } = await visit({ path: '/scanner', signedIn: true, viewport: { width, height: 844 }, storage: HELD });
    await typeCode(page, 'HL-2026-0013');
    await expect(verdict(page, 'Refused')).toBeVisible();
    await spaceText(page);
    expect(await cutWords(page)).toEqual([]);
  });
}
