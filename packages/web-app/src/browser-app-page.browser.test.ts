import { expect, onTestFinished, test, vi } from 'vitest';
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

test('a page settles a second after the last file that it received', async () => {
  const receivedAt: number[] = [];
  const receive = async () => {
    await fetch(`${location.href}?${receivedAt.length}`);
    receivedAt.push(performance.now());
  };
  await receive();
  const settled = browserAppPage.whenSettled().then(() => performance.now());
  const timer = setTimeout(() => void receive(), 600);
  onTestFinished(() => clearTimeout(timer));
  expect((await settled) - (receivedAt.at(-1) ?? 0)).toBeGreaterThanOrEqual(900);
  expect(receivedAt).toHaveLength(2);
  expect(browserAppPage.isVisible()).toBe(true);
});

test('an interval runs until the signal ends it', async () => {
  const controller = new AbortController();
  await new Promise<void>((resolve) => browserAppPage.every(1, resolve, controller.signal));
  controller.abort();
  expect(browserAppPage.now()).toBeGreaterThan(0);
});
