import type { AppPage } from './app-page.ts';

/** The page of the browser; nothing is read before a call. */
export const browserAppPage: AppPage = {
  whenLoaded() {
    if (document.readyState === 'complete') return Promise.resolve();
    return new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
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
