import { expect, test, vi } from 'vitest';
import { browserAppPage } from './browser-app-page.ts';

test('a failed import that Vite reports reaches the listener until it is removed', () => {
  const listener = vi.fn();
  const remove = browserAppPage.onPreloadError(listener);
  window.dispatchEvent(new Event('vite:preloadError'));
  remove();
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(listener).toHaveBeenCalledOnce();
});

test('a loaded page is known as loaded and visible', async () => {
  await browserAppPage.whenLoaded();
  expect(browserAppPage.isVisible()).toBe(true);
});

test('an interval runs until it is stopped', async () => {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    stop = browserAppPage.every(1, resolve);
  });
  stop();
  expect(browserAppPage.now()).toBeGreaterThan(0);
});
