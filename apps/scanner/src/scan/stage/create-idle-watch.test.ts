import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleWatch } from './create-idle-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('it tells after a minute without anybody, and not before', () => {
  const onIdle = vi.fn();
  const idle = createIdleWatch({ onIdle });
  vi.advanceTimersByTime(59_000);
  idle.touch();
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test('stopped, it tells nothing', () => {
  const onIdle = vi.fn();
  createIdleWatch({ onIdle }).stop();
  vi.advanceTimersByTime(120_000);
  expect(onIdle).not.toHaveBeenCalled();
});
