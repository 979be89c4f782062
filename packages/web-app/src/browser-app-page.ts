import type { AppPage } from './app-page.ts';

/** The page of the browser; nothing is read before a call. */
export const browserAppPage: AppPage = {
  whenLoaded() {
    if (document.readyState === 'complete') return Promise.resolve();
    return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisibilityChange: (listener) => listen(document, 'visibilitychange', listener),
  onPreloadError: (listener) => listen(window, 'vite:preloadError', listener),
  reload: () => location.reload(),
  now: () => Date.now(),
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs);
    return () => clearInterval(timer);
  },
};

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
