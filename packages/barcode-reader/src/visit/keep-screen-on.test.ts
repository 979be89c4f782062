import { expect, test, vi } from 'vitest';
import { keepScreenOn } from './keep-screen-on.ts';

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  show(state: DocumentVisibilityState) {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function setUp() {
  const page = new FakePage();
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  return { page, release, request, options: { document: page as unknown as Document, wakeLock: { request } } };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the screen stays on, again after the page was hidden, and until it is ended', async () => {
  const { page, release, request, options } = setUp();
  const stop = keepScreenOn(options);
  expect(request).toHaveBeenCalledTimes(1);
  page.show('hidden');
  expect(request).toHaveBeenCalledTimes(1);
  page.show('visible');
  expect(request).toHaveBeenCalledTimes(2);
  await settled();
  stop();
  expect(release).toHaveBeenCalledTimes(1);
  page.show('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

test('a lock that arrives late is released', async () => {
  const { release, options } = setUp();
  keepScreenOn(options)();
  expect(release).not.toHaveBeenCalled();
  await settled();
  expect(release).toHaveBeenCalledTimes(1);
});

test('a browser that refuses, or has no lock, is no error', async () => {
  const { page } = setUp();
  const refusing = { request: () => Promise.reject(new DOMException('', 'NotAllowedError')) };
  keepScreenOn({ document: page as unknown as Document, wakeLock: refusing })();
  keepScreenOn({ document: page as unknown as Document, wakeLock: undefined })();
  await settled();
});
