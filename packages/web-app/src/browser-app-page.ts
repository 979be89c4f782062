import type { AppPage } from './app-page.ts';

/** For how long no request of a settled page has ended, in milliseconds. */
const SETTLED_MS = 1_000;
/** How long a page that goes on requesting is waited for, in milliseconds. */
const SETTLE_LIMIT_MS = 10_000;

/** The page of the browser; nothing is read before a call. */
export const browserAppPage: AppPage = {
  async whenSettled(signal) {
    if (!signal.aborted && document.readyState !== 'complete') {
      await new Promise((resolve) => {
        window.addEventListener('load', resolve, { once: true, signal });
        signal.addEventListener('abort', resolve, { once: true });
      });
    }
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const observer = new PerformanceObserver(() => {
        clearTimeout(quiet);
        quiet = setTimeout(settle, SETTLED_MS);
      });
      function settle(): void {
        observer.disconnect();
        clearTimeout(quiet);
        clearTimeout(limit);
        resolve();
      }
      let quiet = setTimeout(settle, SETTLED_MS);
      const limit = setTimeout(settle, SETTLE_LIMIT_MS);
      signal.addEventListener('abort', settle, { once: true });
      observer.observe({ type: 'resource' });
    });
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisibilityChange: (listener, signal) => document.addEventListener('visibilitychange', listener, { signal }),
  onOnline: (listener, signal) => window.addEventListener('online', listener, { signal }),
  onPreloadError: (listener, signal) => window.addEventListener('vite:preloadError', listener, { signal }),
  reload: () => location.reload(),
  now: () => Date.now(),
  every(intervalMs, task, signal) {
    const timer = setInterval(task, intervalMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  },
};
