import { expect, test, vi } from 'vitest';
import { browserAppPage } from './browser-app-page.ts';

test('a failed import that Vite reports reaches the listener until the signal ends it', () => {
  const listener = vi.fn();
  const controller = new AbortController();
  browserAppPage.onPreloadError(listener, controller.signal);
  window.dispatchEvent(new Event('vite:preloadError'));
  controller.abort();
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(listener).toHaveBeenCalledOnce();
});

test('a loaded page is known as loaded and visible', async () => {
  await browserAppPage.whenLoaded();
  expect(browserAppPage.isVisible()).toBe(true);
});

test('an interval runs until the signal ends it', async () => {
  const controller = new AbortController();
  await new Promise<void>((resolve) => browserAppPage.every(1, resolve, controller.signal));
  controller.abort();
  expect(browserAppPage.now()).toBeGreaterThan(0);
});
