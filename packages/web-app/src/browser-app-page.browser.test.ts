import { nextTask } from '@scantix/runtime-utils';
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

test('a page settles a second after its last request has ended', async () => {
  const { settled, endRequest } = await waitForSettledPage();
  await vi.advanceTimersByTimeAsync(600);
  endRequest();
  await vi.advanceTimersByTimeAsync(999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledOnce();
  expect(browserAppPage.isVisible()).toBe(true);
});

test('a page that goes on requesting is waited for ten seconds', async () => {
  const { settled, endRequest } = await waitForSettledPage();
  for (let second = 0; second < 19; second += 1) {
    await vi.advanceTimersByTimeAsync(500);
    endRequest();
  }
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(settled).toHaveBeenCalledOnce();
});

test('nobody waits for a page after the signal', async () => {
  const { settled, controller } = await waitForSettledPage();
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).toHaveBeenCalledOnce();
});

test.each(['before', 'after'])(
  'nobody waits for the load of a page with a signal that aborts %s the call',
  async (when) => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    onTestFinished(() => void vi.restoreAllMocks());
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    const waiting = browserAppPage.whenSettled(controller.signal);
    controller.abort();
    expect(await Promise.race([waiting.then(() => 'ended'), nextTask().then(() => 'waiting')])).toBe('ended');
  },
);

/** Begins to wait for the loaded page; time passes and requests end when the test says so. */
async function waitForSettledPage() {
  let endRequest = () => {};
  class Observer {
    constructor(callback: () => void) {
      endRequest = callback;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const controller = new AbortController();
  const settled = vi.fn();
  void browserAppPage.whenSettled(controller.signal).then(settled);
  await vi.advanceTimersByTimeAsync(0);
  return { settled, controller, endRequest: () => endRequest() };
}

test('an interval runs until the signal ends it', async () => {
  const controller = new AbortController();
  await new Promise<void>((resolve) => browserAppPage.every(1, resolve, controller.signal));
  controller.abort();
  expect(browserAppPage.now()).toBeGreaterThan(0);
});
