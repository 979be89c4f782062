import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenPainted } from './when-painted.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A visible page, and the frames that it has asked for. */
function openPage() {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('document', { hidden: false });
  return frames;
}

/** A browser that tells of paints. Returns what tells of one. */
function tellOfPaints() {
  let tell = (_list: unknown) => {};
  class Observer {
    static supportedEntryTypes = ['paint'];
    constructor(callback: (list: unknown) => void) {
      tell = callback;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  return (paint: string) => tell({ getEntriesByName: (name: string) => (name === paint ? [{ name }] : []) });
}

async function isResolved(promise: Promise<void>): Promise<boolean> {
  const resolved = vi.fn();
  void promise.then(resolved);
  await vi.advanceTimersByTimeAsync(0);
  return resolved.mock.calls.length > 0;
}

test('where nothing is painted it resolves at once', async () => {
  await expect(whenPainted()).resolves.toBeUndefined();
});

test('in a hidden tab it resolves at once', async () => {
  openPage();
  vi.stubGlobal('document', { hidden: true });
  tellOfPaints();
  expect(await isResolved(whenPainted())).toBe(true);
});

test('it waits for content, and an empty frame is none', async () => {
  openPage();
  const paint = tellOfPaints();
  const painted = whenPainted();
  paint('first-paint');
  expect(await isResolved(painted)).toBe(false);
  paint('first-contentful-paint');
  expect(await isResolved(painted)).toBe(true);
});

test('in a browser that does not tell of paints it waits for the next frame', async () => {
  const frames = openPage();
  vi.stubGlobal('PerformanceObserver', undefined);
  const painted = whenPainted();
  expect(await isResolved(painted)).toBe(false);
  frames[0]?.(0);
  expect(await isResolved(painted)).toBe(true);
});

test('a page that shows nothing is waited for until the limit', async () => {
  openPage();
  tellOfPaints();
  const painted = whenPainted(2_000);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(await isResolved(painted)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isResolved(painted)).toBe(true);
});
