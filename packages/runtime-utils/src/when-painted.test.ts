import { expect, test, vi } from 'vitest';
import { whenPainted } from './when-painted.ts';

test('where nothing is painted it resolves at once', async () => {
  await expect(whenPainted()).resolves.toBeUndefined();
});

test('it waits for the frame after which the page has painted', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('document', { hidden: false });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const painted = vi.fn();
    void whenPainted().then(painted);
    await vi.advanceTimersByTimeAsync(100);
    expect(painted).not.toHaveBeenCalled();
    frames[0]?.(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(painted).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
