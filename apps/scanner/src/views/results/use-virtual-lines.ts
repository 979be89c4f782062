import { type GroupedLog, isDayLine, keyAt } from '@scantix/scan-ledger/log';
import { useMediaQuery } from '@scantix/ui-shell/react';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The heights from styles/lists.css, so that nothing moves when a line is measured whose words do not wrap. */
const HEIGHTS = { desk: { day: 48, scan: 40 }, phone: { day: 44, scan: 64 } };
const OVERSCAN = 8;

/** The visible lines, and the height of the lines above and below. `top` is the element where the lines begin. */
export function useVirtualLines(log: GroupedLog, top: RefObject<HTMLElement | null>) {
  const heights = useMediaQuery('(min-width: 1024px)') ? HEIGHTS.desk : HEIGHTS.phone;
  // As in the styles of ui-shell: in a very low window the whole page scrolls.
  const wholePage = useMediaQuery('(max-height: 420px) and (max-width: 599.98px)');
  const printing = usePrinting();
  const [scrollMargin, setScrollMargin] = useState(0);
  const scroller = () => top.current?.closest('main') ?? null;
  // Stable, because a new function makes the virtualizer measure all lines again.
  const getItemKey = useCallback((index: number) => keyAt(log, index), [log]);
  const options = {
    count: log.lineCount,
    estimateSize: (index: number) => heights[isDayLine(log, index) ? 'day' : 'scan'],
    getItemKey,
    overscan: printing ? log.lineCount : OVERSCAN,
    scrollMargin,
  };
  const inMain = useVirtualizer<HTMLElement, HTMLElement>({
    ...options,
    enabled: !wholePage,
    getScrollElement: scroller,
  });
  const inWindow = useWindowVirtualizer<HTMLElement>({ ...options, enabled: wholePage });
  const virtualizer = wholePage ? inWindow : inMain;

  // On every render, because the content above the list may have changed its height.
  useLayoutEffect(() => {
    const from = top.current?.getBoundingClientRect().top ?? 0;
    const main = scroller();
    const scrolled = wholePage ? window.scrollY : (main?.scrollTop ?? 0) - (main?.getBoundingClientRect().top ?? 0);
    setScrollMargin(Math.round(from + scrolled));
  });
  // New heights invalidate all measurements.
  useLayoutEffect(() => {
    if (heights) virtualizer.measure();
  }, [virtualizer, heights]);

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    items,
    measure: virtualizer.measureElement,
    above: first ? first.start - scrollMargin : 0,
    below: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
  };
}

/** Whether the page is being printed. It renders before the browser lays the pages out: a media query changes after that. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const change = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', change);
    window.addEventListener('afterprint', change);
    return () => {
      window.removeEventListener('beforeprint', change);
      window.removeEventListener('afterprint', change);
    };
  }, []);
  return printing;
}
