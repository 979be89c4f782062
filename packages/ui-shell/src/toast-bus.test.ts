import { nextTask } from '@scantix/runtime-utils';
import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import { expect, test, vi } from 'vitest';
import { createToastBus } from './index.ts';

const titles = (bus: ReturnType<typeof createToastBus>) => bus.getSnapshot().map((toast) => toast.title);

test('at most two toasts are shown: the third replaces the oldest', () => {
  const bus = createToastBus();
  for (const title of ['one', 'two', 'three']) bus.show({ kind: 'info', title });
  expect(titles(bus)).toEqual(['two', 'three']);
});

test('a toast is dismissed by its id, and only once', () => {
  const bus = createToastBus();
  const listener = vi.fn();
  const id = bus.show({ kind: 'info', title: 'one' });
  bus.show({ kind: 'info', title: 'two' });
  bus.subscribe(listener);
  bus.dismiss(id);
  bus.dismiss(id);
  expect(titles(bus)).toEqual(['two']);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('errors stay longer than other toasts, and a given duration overrides both', () => {
  const bus = createToastBus();
  bus.show({ kind: 'success', title: 'saved' });
  bus.show({ kind: 'error', title: 'not saved' });
  expect(bus.getSnapshot().map((toast) => toast.durationMs)).toEqual([5_000, 10_000]);
  bus.show({ kind: 'error', title: 'brief', durationMs: 100 });
  expect(bus.getSnapshot().at(-1)?.durationMs).toBe(100);
});

test('the snapshot is the same array until something changes', () => {
  const bus = createToastBus();
  bus.show({ kind: 'info', title: 'one' });
  const before = bus.getSnapshot();
  bus.dismiss(99);
  expect(bus.getSnapshot()).toBe(before);
});

test('a listener that throws keeps no toast from its caller or the other listeners', async () => {
  using unhandled = takeUnhandledRejections();
  const bus = createToastBus();
  const broken = new TypeError('broken');
  const later = vi.fn();
  bus.subscribe(() => {
    throw broken;
  });
  bus.subscribe(later);
  expect(bus.show({ kind: 'info', title: 'one' })).toBe(1);
  expect(later).toHaveBeenCalledOnce();
  await nextTask();
  expect(unhandled.reasons).toEqual([broken]);
});
