import { type RefObject, useEffect, useRef } from 'react';

/**
 * After each change of `routeKey`, scrolls the view to its top and focuses the first `h1` of the frame: the header's, or
 * without a header the view's own; without either, the view. Does nothing on the first render.
 */
export function useRouteFocus(
  routeKey: string,
  { frame, main }: { frame: RefObject<HTMLElement | null>; main: RefObject<HTMLElement | null> },
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

    const target = frame.current?.querySelector<HTMLElement>('h1') ?? view;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    const focus = () => target.focus({ preventScroll: true });
    focus();
    // While a dialog is open nothing else takes the focus. The step that led here closes it before the next frame.
    if (document.activeElement !== target) requestAnimationFrame(focus);
  }, [routeKey, frame, main]);
}
