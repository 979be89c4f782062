import { expect, test } from 'vitest';
import { nextTask } from './next-task.ts';

test('microtasks come before the next task, timers after it', async () => {
  const order: string[] = [];
  const timer = new Promise<void>((resolve) =>
    setTimeout(() => {
      order.push('timer');
      resolve();
    }, 50),
  );
  queueMicrotask(() => queueMicrotask(() => order.push('microtask')));
  await nextTask();
  order.push('task');
  await timer;
  expect(order).toEqual(['microtask', 'task', 'timer']);
});
