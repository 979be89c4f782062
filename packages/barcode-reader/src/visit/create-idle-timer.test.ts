import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleTimer } from './create-idle-timer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('it calls back after a minute without activity, and not before', () => {
  const onIdle = vi.fn();
  const idle = createIdleTimer({ onIdle });
  vi.advanceTimersByTime(59_000);
  idle.touch();
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test('once stopped, it does not call back', () => {
  const onIdle = vi.fn();
  createIdleTimer({ onIdle }).stop();
  vi.advanceTimersByTime(120_000);
  expect(onIdle).not.toHaveBeenCalled();
});
