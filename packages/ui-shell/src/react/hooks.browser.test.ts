import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import { createConfirmationBus } from '../index.ts';
import { useConfirm, useLasting, useMediaQuery, useNow, useOnline } from './index.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('useMediaQuery follows the width of the window', async () => {
  await page.viewport(1200, 800);
  const { result } = await renderHook(() => useMediaQuery('(min-width: 1024px)'));
  expect(result.current).toBe(true);
  await page.viewport(600, 800);
  await expect.poll(() => result.current).toBe(false);
});

test('useOnline follows the browser', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result, act } = await renderHook(() => useOnline());
  expect(result.current).toBe(true);
  onLine.mockReturnValue(false);
  await act(() => void window.dispatchEvent(new Event('offline')));
  expect(result.current).toBe(false);
});

describe('useConfirm', () => {
  const question = { title: 'Undo?', message: '', acceptLabel: 'Undo', rejectLabel: 'Keep it' };
  const ask = async () => {
    const bus = createConfirmationBus();
    const hook = await renderHook((visit?: string) => useConfirm(bus, visit ?? 'first'));
    return { bus, hook, answer: hook.result.current(question) };
  };

  test('resolves to the answer', async () => {
    const { bus, answer } = await ask();
    expect(bus.getSnapshot()).toMatchObject({ status: 'open', request: question });
    bus.accept();
    expect(await answer).toBe(true);
  });

  test('withdraws the question when the component that asked is gone', async () => {
    const { bus, hook, answer } = await ask();
    await hook.unmount();
    expect(bus.getSnapshot()).toEqual({ status: 'closed' });
    expect(await answer).toBe(false);
    expect(await hook.result.current(question)).toBe(false);
  });

  test('withdraws the question when the visit ends, and asks again in the next', async () => {
    const { bus, hook, answer } = await ask();
    await hook.rerender('second');
    expect(await answer).toBe(false);
    const again = hook.result.current(question);
    bus.accept();
    expect(await again).toBe(true);
  });
});

describe('with a fake clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], now: 1_000 });
  });

  test('useNow reads the time again at each interval', async () => {
    const { result, act } = await renderHook(() => useNow(30_000));
    expect(result.current).toBe(1_000);
    await act(() => void vi.advanceTimersByTime(29_999));
    expect(result.current).toBe(1_000);
    await act(() => void vi.advanceTimersByTime(1));
    expect(result.current).toBe(31_000);
  });

  test('useLasting is true after the whole time, and starts again after a break', async () => {
    const { result, act, rerender } = await renderHook((condition?: boolean) => useLasting(condition ?? true, 500));
    await act(() => void vi.advanceTimersByTime(499));
    expect(result.current).toBe(false);
    await act(() => void vi.advanceTimersByTime(1));
    expect(result.current).toBe(true);
    await rerender(false);
    expect(result.current).toBe(false);
    await rerender(true);
    expect(result.current).toBe(false);
    await act(() => void vi.advanceTimersByTime(500));
    expect(result.current).toBe(true);
  });
});
