import type { Page } from '@playwright/test';

/** The words of the elements that reach out of a box around them that cuts, or out of their tile. */
export function wordsOutside(page: Page, elements: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const range = document.createRange();
    const boxesOf = (element: Element): Element[] => {
      const { display, overflowX } = getComputedStyle(element);
      if (['auto', 'scroll'].includes(overflowX)) return [];
      const cuts = (overflowX !== 'visible' && display !== 'contents') || element.matches('.app-stat');
      return [...(cuts ? [element] : []), ...(element.parentElement ? boxesOf(element.parentElement) : [])];
    };
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      range.selectNodeContents(element);
      const { left, right, bottom, width } = range.getBoundingClientRect();
      const isOut = boxesOf(element).some((box) => {
        const around = box.getBoundingClientRect();
        return right > around.right + 1 || left < around.left - 1 || bottom > around.bottom + 4;
      });
      return width > 1 && isOut ? [element.textContent] : [];
    });
  }, elements);
}

/** The words that the choices, buttons, names and values of a view cut, or that stand outside of its panels. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const range = document.createRange();
    const words = [
      ...document.querySelectorAll('main :is(label, button, a, dt, dd, .app-offline__row, .app-bars__name), h1'),
    ];
    const cut = words.filter((element) => {
      range.selectNodeContents(element);
      const { right, width } = range.getBoundingClientRect();
      const edge = element.closest('.stx-panel, .stx-header__title, main')?.getBoundingClientRect().right ?? innerWidth;
      return width > 1 && right > edge + 1;
    });
    const narrow = [...document.querySelectorAll('select')].filter((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      if (context) context.font = font;
      const width = context?.measureText(select.selectedOptions[0]?.label ?? '').width ?? 0;
      return width > select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1;
    });
    return [...cut, ...narrow].map((element) => element.textContent);
  });
}
