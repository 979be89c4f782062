import type { Page } from '@playwright/test';

/** What a page that is 320 px wide makes people scroll sideways for. What a row of its own scrolls or cuts is none. */
export function sidewaysAt320(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollingElement } = document;
    const page = [scrollingElement, document.querySelector('main')].flatMap((box) =>
      box && box.scrollWidth > box.clientWidth ? [`${box.tagName} is ${box.scrollWidth} px wide`] : [],
    );
    const isHeld = (element: Element): boolean => {
      if (element.tagName === 'MAIN' || !element.parentElement) return false;
      return getComputedStyle(element).overflowX !== 'visible' || isHeld(element.parentElement);
    };
    const outside = [...document.querySelectorAll('a, button, input, select, h1, h2, p, td, th')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !isHeld(element.parentElement ?? element);
    });
    return [...page, ...outside.map((element) => `outside: ${element.outerHTML.slice(0, 120)}`)];
  });
}

/** What has the focus, one after the other, and is then hidden by header, strip, navigation or action bar, or out of sight. */
export function hiddenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll('.stx-header, .stx-strip-slot, .stx-nav, .stx-actions')];
    const hidden: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, summary, [tabindex="0"]',
    )) {
      if (element.matches('.stx-skip')) continue;
      element.focus();
      const box = element.getBoundingClientRect();
      if (document.activeElement !== element || box.width <= 1) continue;
      const covered = bars.some((bar) => {
        const { top, bottom, left, right } = bar.getBoundingClientRect();
        const overlaps = box.top < bottom - 1 && box.bottom > top + 1 && box.left < right - 1 && box.right > left + 1;
        return overlaps && !bar.contains(element) && !element.closest('[role="alertdialog"]');
      });
      const gone = box.bottom > innerHeight + 1 || box.top < -1 || box.right < 0 || box.left > innerWidth;
      if (covered || (gone && box.height < innerHeight)) hidden.push(element.outerHTML.slice(0, 120));
    }
    return hidden;
  });
}

/** What would still move where the system asks for less motion. */
export function motion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (durations: string) =>
      Math.max(...durations.split(',').map((duration) => Number.parseFloat(duration)));
    const moves = (element: Element, pseudo?: string) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, pseudo);
      return seconds(transitionDuration) > 0.01 || (animationName !== 'none' && seconds(animationDuration) > 0.01);
    };
    return [...document.body.querySelectorAll('*')]
      .filter((element) => moves(element) || moves(element, '::before') || moves(element, '::after'))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
