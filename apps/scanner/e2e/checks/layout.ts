import type { Locator, Page } from '@playwright/test';

/**
 * The elements that need horizontal scrolling, or are cut off, at a width of 320 px; those inside a box that scrolls are
 * left out.
 */
export function sidewaysAt320(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollingElement } = document;
    const page = [scrollingElement, ...document.querySelectorAll('main, .stx-page')].flatMap((box) =>
      box && box.scrollWidth > box.clientWidth ? [`${box.className || box.tagName} is ${box.scrollWidth} px wide`] : [],
    );
    const isContained = (element: Element): boolean => {
      if (element.matches('main, .stx-page') || !element.parentElement) return false;
      return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || isContained(element.parentElement);
    };
    const outside = [...document.querySelectorAll('a, button, input, select, h1, h2, p, td, th')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !isContained(element.parentElement ?? element);
    });
    return [...page, ...outside.map((element) => `outside: ${element.outerHTML.slice(0, 120)}`)];
  });
}

/** The focusable elements that are covered by a bar, or out of sight, while they have the focus. */
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
        return overlaps && !bar.contains(element) && !element.closest('dialog');
      });
      const gone = box.bottom > innerHeight + 1 || box.top < -1 || box.right < 0 || box.left > innerWidth;
      if (covered || (gone && box.height < innerHeight)) hidden.push(element.outerHTML.slice(0, 120));
    }
    return hidden;
  });
}

/** The words that no scrolling brings into sight: something opaque stands over them, or a box cuts them off. */
export function hiddenWords(view: Locator): Promise<string[]> {
  return view.evaluate((root) => {
    /** What no pointer meets is found by what it stands in. */
    const isPartOf = (element: Element, at: Element) =>
      element.contains(at) || (getComputedStyle(element).pointerEvents === 'none' && at.contains(element));
    const isOpaque = (element: Element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return backgroundImage !== 'none' || !/, 0\)|^transparent/.test(backgroundColor);
    };
    /** What is cut off with dots is whole elsewhere; hidden labels are for screen readers. */
    const isMeant = (element: Element): boolean => {
      const { clipPath, textOverflow } = getComputedStyle(element);
      if (clipPath === 'inset(50%)' || textOverflow === 'ellipsis') return true;
      if (element.matches('[role=tooltip], .stx-skip, option')) return true;
      return element.parentElement !== null && isMeant(element.parentElement);
    };
    const isInSight = (element: Element, x: number, y: number) => {
      const stack = document.elementsFromPoint(x, y);
      const over = stack.findIndex((at) => isPartOf(element, at));
      return over >= 0 && !stack.slice(0, over).some((at) => !at.contains(element) && isOpaque(at));
    };
    const hidden: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const words = text.nodeValue?.trim();
      if (!element?.checkVisibility({ visibilityProperty: true }) || !words || isMeant(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const isHidden = ({ left, right, top, bottom, width }: DOMRect) => {
        const middle = (top + bottom) / 2;
        return width > 2 && !(isInSight(element, left + 2, middle) && isInSight(element, right - 2, middle));
      };
      if ([...range.getClientRects()].some(isHidden)) hidden.push(words.slice(0, 60));
    }
    return hidden;
  });
}

/** The elements that still move when the system asks for reduced motion. */
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
