import type { AppPage } from './app-page.ts';

/** How long a settled page has received nothing, in milliseconds. */
const SETTLED_MS = 1_000;
/** How long a page that goes on requesting is waited for, in milliseconds. */
const SETTLE_LIMIT_MS = 10_000;

/** The page of the browser; nothing is read before a call. */
export const browserAppPage: AppPage = {
  async whenSettled() {
    if (document.readyState !== 'complete') {
      await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
    }
    return new Promise((resolve) => {
      const settle = () => {
        observer.disconnect();
        resolve();
      };
      let timer = setTimeout(settle, SETTLED_MS);
      const observer = new PerformanceObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(settle, SETTLED_MS);
      });
      observer.observe({ type: 'resource' });
      setTimeout(settle, SETTLE_LIMIT_MS);
    });
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisibilityChange: (listener, signal) => document.addEventListener('visibilitychange', listener, { signal }),
  onPreloadError: (listener, signal) => window.addEventListener('vite:preloadError', listener, { signal }),
  reload: () => location.reload(),
  now: () => Date.now(),
  every(intervalMs, task, signal) {
    const timer = setInterval(task, intervalMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  },
};
