import { expect, test, vi } from 'vitest';
import { createListeners } from './create-listeners.ts';
import { nextTask } from './next-task.ts';
import { takeUnhandledRejections } from './testing/index.ts';

test('every listener is called until it unsubscribes', () => {
  const { subscribe, notify } = createListeners();
  const [first, second] = [vi.fn(), vi.fn()];
  const unsubscribe = subscribe(first);
  subscribe(second);
  notify();
  unsubscribe();
  notify();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
});

test('a listener may unsubscribe while it is called', () => {
  const { subscribe, notify } = createListeners();
  const later = vi.fn();
  const unsubscribe = subscribe(() => unsubscribe());
  subscribe(later);
  notify();
  expect(later).toHaveBeenCalledOnce();
});

test('a listener whose subscription another one ends is not called any more', () => {
  const { subscribe, notify } = createListeners();
  const later = vi.fn();
  subscribe(() => unsubscribe());
  const unsubscribe = subscribe(later);
  notify();
  expect(later).not.toHaveBeenCalled();
});

test('a function that is subscribed twice is called for each subscription, and each ends by itself', () => {
  const { subscribe, notify } = createListeners();
  const listener = vi.fn();
  const unsubscribe = subscribe(listener);
  subscribe(listener);
  notify();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  unsubscribe();
  notify();
  expect(listener).toHaveBeenCalledTimes(3);
});

test('a listener that throws breaks neither its caller nor the others, and its error is an unhandled rejection', async () => {
  using unhandled = takeUnhandledRejections();
  const { subscribe, notify } = createListeners();
  const broken = new TypeError('broken');
  const later = vi.fn();
  subscribe(() => {
    throw broken;
  });
  subscribe(later);
  notify();
  expect(later).toHaveBeenCalledOnce();
  await nextTask();
  expect(unhandled.reasons).toEqual([broken]);
});
