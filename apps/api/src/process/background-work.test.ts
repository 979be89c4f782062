import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = new Error('The database is closed');

function start() {
  const warn = vi.fn();
  return { warn, background: createBackgroundWork({ log: { warn } }) };
}

test('work is repeated, and each failure is in the log', async () => {
  const { warn, background } = start();
  const work = vi.fn(() => Promise.reject(failure));
  background.startAndRepeat(1_000, work, 'hours not counted');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(3);
  expect(warn.mock.calls).toEqual(Array(3).fill([{ err: failure }, 'hours not counted']));
  background.stop();
});

test('what a stop interrupts is no fault, and nothing begins any more', async () => {
  const { warn, background } = start();
  const ended = Promise.withResolvers<void>();
  const work = vi.fn(() => ended.promise);
  background.startAndRepeat(1_000, work, 'tickets not sealed');
  background.stop();
  ended.reject(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  expect(warn).not.toHaveBeenCalled();
});
