import { expect, test } from 'vitest';
import { nextTask } from './next-task.ts';
import { takeUnhandledRejections } from './testing/index.ts';
import { untilAborted } from './until-aborted.ts';

const never = new Promise<number>(() => {});

test('without a signal the work itself is returned', () => {
  expect(untilAborted(never, undefined)).toBe(never);
});

test('an abort ends the wait with the reason of the signal', async () => {
  const caller = new AbortController();
  const result = untilAborted(never, caller.signal);
  caller.abort(new Error('gone'));
  await expect(result).rejects.toThrow('gone');
  await expect(untilAborted(never, caller.signal)).rejects.toThrow('gone');
});

test('work that ends first gives its value', async () => {
  expect(await untilAborted(Promise.resolve(7), new AbortController().signal)).toBe(7);
});

test.each([true, false])(
  'work that fails after its caller has gone is no unhandled rejection (gone before: %s)',
  async (before) => {
    using unhandled = takeUnhandledRejections();
    const work = Promise.withResolvers<number>();
    const caller = new AbortController();
    if (before) caller.abort(new Error('gone'));
    const result = untilAborted(work.promise, caller.signal);
    caller.abort(new Error('gone'));
    work.reject(new Error('failed'));
    await expect(result).rejects.toThrow('gone');
    await nextTask();
    expect(unhandled.reasons).toEqual([]);
  },
);
