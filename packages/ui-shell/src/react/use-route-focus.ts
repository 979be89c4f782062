import { type RefObject, useEffect, useRef } from 'react';

/**
 * After each change of `routeKey`, not on the first: scrolls the view to its top and gives focus to the heading, or,
 * where the shell shows none, to the view's own `h1`, else to the view.
 */
export function useRouteFocus(
  routeKey: string,
  { heading, main }: { heading: RefObject<HTMLElement | null>; main: RefObject<HTMLElement | null> },
): void {
  const shown = useRef(routeKey);

  useEffect(() => {
    if (shown.current === routeKey) return;
    shown.current = routeKey;
    const view = main.current;
    if (!view) return;

    for (const scroller of [view, ...view.querySelectorAll('.stx-view__scroll')]) scroller.scrollTop = 0;
    // In a very low window the whole document scrolls.
    window.scrollTo(0, 0);

    const target = heading.current ?? view.querySelector('h1') ?? view;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [routeKey, heading, main]);
}
