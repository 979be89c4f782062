import { nextTask } from '@scantix/runtime-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserAppPage } from './browser-app-page.ts';

test.each([
  ['a failed import that Vite reports', browserAppPage.onPreloadError, window, 'vite:preloadError'],
  ['a network that is back', browserAppPage.onOnline, window, 'online'],
  ['a page that is shown or hidden', browserAppPage.onVisibilityChange, document, 'visibilitychange'],
])('%s reaches the listener until the signal ends it', (_what, listen, target, name) => {
  const listener = vi.fn();
  const controller = new AbortController();
  listen(listener, controller.signal);
  target.dispatchEvent(new Event(name));
  controller.abort();
  target.dispatchEvent(new Event(name));
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
  endRequest();
  expect(vi.getTimerCount()).toBe(0);
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
    disconnect() {
      endRequest = () => {};
    }
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
  const task = vi.fn();
  browserAppPage.every(1, task, controller.signal);
  await vi.waitFor(() => expect(task).toHaveBeenCalled());
  controller.abort();
  const { length: calls } = task.mock.calls;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(task).toHaveBeenCalledTimes(calls);
  expect(browserAppPage.now()).toBeGreaterThan(0);
});
