import { expect, onTestFinished, test, vi } from 'vitest';
import { nextTask } from './next-task.ts';

test('microtasks come before the next task, and no timer is needed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const order: string[] = [];
  queueMicrotask(() => queueMicrotask(() => order.push('microtask')));
  await nextTask();
  order.push('task');
  expect(order).toEqual(['microtask', 'task']);
});
