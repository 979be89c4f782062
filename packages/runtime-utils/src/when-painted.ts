/**
 * Resolves once the page shows content, so that heavy work does not delay the first view. An empty frame is no content. It
 * resolves at once in a hidden tab and outside a browser, and after the next frame in a browser that tells of no paints.
 *
 * @param limitMs how long is waited at most, in milliseconds, because a browser may draw nothing @default 3000
 */
export function whenPainted(limitMs = 3_000): Promise<void> {
  if (typeof requestAnimationFrame !== 'function' || globalThis.document?.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, limitMs);
    const { PerformanceObserver } = globalThis as Partial<typeof globalThis>;
    if (!PerformanceObserver?.supportedEntryTypes.includes('paint')) {
      requestAnimationFrame(() => setTimeout(resolve, 0));
      return;
    }
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}
